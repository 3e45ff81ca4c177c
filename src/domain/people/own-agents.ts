import { EarshotError } from "../errors.ts";
import { skeleton } from "../look-alikes.ts";

/* Agents that are the server's own: nobody makes them, and nobody has a key of theirs. */

/** In whose name the liaison asks; halting this agent silences it. */
export const LIAISON_AGENT = "liaison";

/** In whose name owners are told what another one does, and asked; it is never halted. */
export const NOTICE_AGENT = "earshot";

export const OWN_AGENTS: readonly string[] = [LIAISON_AGENT, NOTICE_AGENT];

/** The letters that signs are read as in passing: digits, small capitals, and what looks like an l. */
const READ_AS = new Map(
  Object.entries({
    o: "0ᴏ",
    l: "1iıɪʟ",
    e: "3ᴇ",
    a: "4ᴀɑ",
    s: "5ꜱ",
    t: "7ᴛ",
    r: "ʀ",
    h: "ʜ",
    n: "ɴ",
  }).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter] as const)),
);

/** The server's own agent that a reader would take an agent of this name for, or whose name it is. */
export function ownAgentLike(name: string): string | undefined {
  return OWN_AGENTS.find((own) => likeness(own) === likeness(name));
}

/** Its letters as they are read: whatever capitals, accents, signs and gaps stand between them. */
function likeness(name: string): string {
  const letters = skeleton(name).replace(/[^\p{L}\p{N}]/gu, "");
  return Array.from(letters, (one) => READ_AS.get(one) ?? one).join("");
}

/** Throws INVALID_INPUT for the name of one of the server's own agents, and for what looks like it. */
export function assertNotOwnAgents(name: string): void {
  const own = ownAgentLike(name);
  if (own === undefined) return;
  const whose = own === LIAISON_AGENT ? "of the liaison" : "by which owners are told";
  const text = JSON.stringify(name);
  throw new EarshotError(
    "INVALID_INPUT",
    own === name
      ? `The name ${text} is that of the agent ${whose}, which has no key. Choose another.`
      : `The name ${text} looks like "${own}", the agent ${whose}: people would take what it asks for the server's own. Choose another.`,
    { details: { name, ...(own !== name && { known: own, reason: "look_alike_name" }) } },
  );
}
