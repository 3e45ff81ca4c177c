import type { Json } from "../../domain/json.ts";
import type { StandingMessage } from "../../ports/channels/channel.ts";
import { decodeSpoken, isOurs } from "./decode.ts";
import { messagesOf } from "./slack-pages.ts";
import { plainTextOf } from "./slack-text.ts";
import type { HistoryOptions } from "./thread-history.ts";
import { at, listAt, textAt } from "./untrusted-json.ts";

interface Standing {
  readonly chatId: string;
  readonly threadId?: string;
  readonly sinceMs: number;
}

/** The messages of a chat or thread, ours included, oldest first. */
export async function standingMessages(
  { chatId, threadId, sinceMs }: Standing,
  options: HistoryOptions,
): Promise<readonly StandingMessage[]> {
  const found: StandingMessage[] = [];
  const args = { channel: chatId, oldest: String(Math.max(sinceMs, 0) / 1_000) };
  const listing =
    threadId === undefined
      ? ({ method: "conversations.history", args } as const)
      : ({ method: "conversations.replies", args: { ...args, ts: threadId } } as const);
  for await (const message of messagesOf(options.call, listing)) {
    const one = await standing(message, { ...options, channel: chatId });
    if (one !== undefined) found.push(one);
  }
  return found.sort((a, b) => Number(a.messageId) - Number(b.messageId));
}

async function standing(
  message: Json,
  { us, people, channel }: HistoryOptions & { readonly channel: string },
): Promise<StandingMessage | undefined> {
  const messageId = textAt(message, "ts");
  if (messageId === undefined) return undefined;
  const decoded = decodeSpoken(message, { channel, us });
  const event = decoded?.event;
  const by = textAt(message, "user") ?? "";
  return {
    messageId,
    isOurs: isOurs(by, textAt(message, "bot_id"), us),
    text: plainTextOf(textAt(message, "text") ?? "", us.userId),
    hasReplies: Number(at(message, "reply_count") ?? 0) > 0,
    marks: listAt(message, "reactions").map((reaction) => ({
      name: textAt(reaction, "name") ?? "",
      isOurs: listAt(reaction, "users").includes(us.userId),
    })),
    ...(decoded !== undefined &&
      event?.kind === "text" && { said: { ...event, from: await people(decoded.doer, us) } }),
  };
}
