import { randomInt } from "node:crypto";
import type { ModelMessage, ToolCall } from "../ports/model/model.ts";

/** Some servers accept only nine letters and digits as the id of a call. */
const LENGTH = 9;
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Gives our own id to every call without one, or with one that the conversation already has: only the id matches
 * a reply to its call. Other ids are kept, since some models read their own.
 */
export function settleCallIds(
  calls: readonly ToolCall[],
  messages: readonly ModelMessage[],
): ToolCall[] {
  const taken = new Set(
    messages.flatMap((message) =>
      message.role === "assistant" ? message.calls.map(({ id }) => id) : [],
    ),
  );
  return calls.map((call) => {
    let id = call.id;
    while (id.trim() === "" || taken.has(id)) id = newCallId();
    taken.add(id);
    return { ...call, id };
  });
}

export function newCallId(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
