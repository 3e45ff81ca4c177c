import type { Demand } from "./authorization.ts";

/* What a rule wants an approver to write beside a vote: a reason, a ticket, or both. */

type WordsDemand = Pick<Demand, "note" | "tickets">;

/** Whether a vote counts only with a note. */
export function wantsNote({ note, tickets }: WordsDemand): boolean {
  return note !== undefined || tickets !== undefined;
}

/** A letter or digit that people see. */
const SEEN = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;
/** What stands around a word in a sentence. */
const AROUND = /^[\p{Ps}\p{Pi}"'`*_]+|[\p{Pe}\p{Pf}"'`*_.,;:!?…]+$/gu;

/**
 * What a note lacks of what is demanded; undefined if nothing. A ticket is a word of the note, and where a
 * reason is demanded as well, the note says more than its tickets.
 */
export function lackOf(
  { note: wanted, tickets = [] }: WordsDemand,
  note: string | undefined,
  isTicket: (pattern: string, word: string) => boolean,
): "note" | "ticket" | undefined {
  const words = (note ?? "").split(/\s+/u).filter((word) => word !== "");
  const is = (pattern: string) => (word: string) =>
    isTicket(pattern, word) || isTicket(pattern, word.replaceAll(AROUND, ""));
  if (!tickets.every((pattern) => words.some(is(pattern)))) return "ticket";
  if (wanted === undefined) return undefined;
  const others = words.filter((word) => !tickets.some((pattern) => is(pattern)(word)));
  return others.some((word) => SEEN.test(word)) ? undefined : "note";
}
