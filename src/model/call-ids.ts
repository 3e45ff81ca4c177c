import { randomInt } from "node:crypto";
import type { ModelMessage, ToolCall } from "../ports/model/model.ts";

/** Some servers take nothing but nine letters and digits as the id of a call. */
const LENGTH = 9;
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Gives an id of ours to every call that came without one or with one that the conversation already
 * knows: a reply is matched to its call by the id alone. Others are kept, since some models read
 * their own ids.
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
