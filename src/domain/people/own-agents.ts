import { EarshotError } from "../errors.ts";
import { skeleton } from "../look-alikes.ts";

/* The server's own agents: nobody makes them, and nobody has keys for them. */

/** The liaison asks in the name of this agent; halting it silences the liaison. */
export const LIAISON_AGENT = "liaison";

/** Owners are asked, and told what another owner does, in this agent's name; it is never halted. */
export const NOTICE_AGENT = "earshot";

export const OWN_AGENTS: readonly string[] = [LIAISON_AGENT, NOTICE_AGENT];

/** Letters for look-alikes: digits, small capitals, and what resembles an l. */
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

/** The server's own agent that has this name, or that a reader would take it for. */
export function ownAgentLike(name: string): string | undefined {
  return OWN_AGENTS.find((own) => likeness(own) === likeness(name));
}

/** The letters of a name as a reader sees them, without case, accents, signs and gaps. */
function likeness(name: string): string {
  const letters = skeleton(name).replace(/[^\p{L}\p{N}]/gu, "");
  return Array.from(letters, (one) => READ_AS.get(one) ?? one).join("");
}

/** Throws INVALID_INPUT for the name of one of the server's own agents, and for a look-alike. */
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
