/* Agents that are the server's own: nobody makes them, and nobody has a key of theirs. */

/** In whose name the liaison asks; halting this agent silences it. */
export const LIAISON_AGENT = "liaison";

/** In whose name owners are told what another one does, and asked; it is never halted. */
export const NOTICE_AGENT = "earshot";

export const OWN_AGENTS: readonly string[] = [LIAISON_AGENT, NOTICE_AGENT];
