import type { PostRef } from "../../domain/hub/delivery.ts";
import type { Json } from "../../domain/json.ts";
import type { Post } from "../../ports/channels/channel.ts";
import type { Identity } from "./identity.ts";
import { DELIVERY_EVENT, threadOf } from "./posting.ts";
import type { SlackCall } from "./slack-api.ts";
import { messagesOf } from "./slack-pages.ts";
import { textAt } from "./untrusted-json.ts";

export interface FindOptions {
  readonly call: SlackCall;
  readonly us: Identity;
  /** The chat that the post went to. */
  readonly channel: string;
}

/** Finds our message with the post's key; newest first unless it is in a thread. */
export async function findPost(
  post: Post,
  { call, us, channel }: FindOptions,
): Promise<PostRef | undefined> {
  const thread = threadOf(post);
  const args = { channel, include_all_metadata: true };
  const messages =
    thread === undefined
      ? messagesOf(call, { method: "conversations.history", args })
      : messagesOf(call, { method: "conversations.replies", args: { ...args, ts: thread } });
  for await (const message of messages) {
    const id = textAt(message, "ts");
    if (id === undefined || !isThatPost(message, post, us)) continue;
    return { chatId: channel, ids: [id], ...(thread !== undefined && { threadId: thread }) };
  }
  return undefined;
}

/** Others can put the same key into their own messages. */
function isThatPost(message: Json, { key }: Post, us: Identity): boolean {
  const isOurs =
    textAt(message, "user") === us.userId ||
    (us.botId !== undefined && textAt(message, "bot_id") === us.botId);
  return (
    isOurs &&
    textAt(message, "metadata", "event_type") === DELIVERY_EVENT &&
    textAt(message, "metadata", "event_payload", "key") === key
  );
}
