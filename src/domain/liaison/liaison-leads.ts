import type { MessageId } from "../id.ts";
import type { Clarification, Exchange, Liaison } from "./liaison.ts";

/* Which words of the person led to a question, and which answered it. */

/** What the person said between the liaison's words before and those that asked it, oldest first. */
export function ledTo(
  { exchanges }: Pick<Liaison, "exchanges">,
  { asked_in }: Pick<Clarification, "asked_in">,
): readonly MessageId[] {
  const asked = exchanges.findIndex(({ id }) => id === asked_in);
  if (asked === -1) return [];
  const before = exchanges.slice(0, asked);
  const last = before.findLastIndex(isHuman);
  const start = before.slice(0, last + 1).findLastIndex((one) => !isHuman(one));
  return before.slice(start + 1, last + 1).map(({ id }) => id);
}

/**
 * The words that answered it: those that hold the answer, first of what was said next and then of
 * what was said later, or else the first that were said next. Undefined while nobody has answered.
 */
export function answerOf(
  { exchanges }: Pick<Liaison, "exchanges">,
  { asked_in, status, answer }: Pick<Clarification, "asked_in" | "status" | "answer">,
): MessageId | undefined {
  const asked = exchanges.findIndex(({ id }) => id === asked_in);
  if (asked === -1 || (status !== "answered" && status !== "left_to_us")) return undefined;
  const behind = exchanges.slice(asked + 1);
  const end = behind.findIndex((one) => !isHuman(one));
  const next = end === -1 ? behind : behind.slice(0, end);
  const words = answer?.trim().toLowerCase() ?? "";
  const isSaid = (one: Exchange) =>
    words !== "" && isHuman(one) && one.content.toLowerCase().includes(words);
  return (next.find(isSaid) ?? behind.find(isSaid) ?? behind.find(isHuman))?.id;
}

function isHuman({ role }: Exchange): boolean {
  return role === "human";
}
