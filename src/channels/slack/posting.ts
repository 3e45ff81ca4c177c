import type { PostRef } from "../../domain/hub/delivery.ts";
import { ChannelError, type Content, type Post } from "../../ports/channels/channel.ts";
import { messageOf } from "./message-blocks.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";
import { textAt } from "./untrusted-json.ts";

/** The metadata by which a post is found again. */
export const DELIVERY_EVENT = "earshot_delivery";

const AS_WRITTEN = { mrkdwn: false, parse: "none", link_names: false };
const MOST_KNOWN = 10_000;

export interface Posting {
  post(post: Post): Promise<PostRef>;
  edit(ref: PostRef, content: Content): Promise<void>;
  /** The chat of an address. For a person, it is our direct chat with them. */
  chatOf(chatId: string): Promise<string>;
}

export function createPosting(call: SlackCall): Posting {
  const chats = new Map<string, string>();

  async function chatOf(chatId: string): Promise<string> {
    if (!/^[UW]/.test(chatId)) return chatId;
    const held = chats.get(chatId);
    if (held !== undefined) return held;
    const opened = await openChat(call, chatId);
    if (chats.size >= MOST_KNOWN) chats.clear();
    chats.set(chatId, opened);
    return opened;
  }

  return {
    chatOf,
    async post(post) {
      const channel = await chatOf(post.address.chatId);
      const thread = threadOf(post);
      const answer = await sent(call, "chat.postMessage", {
        channel,
        ...shown(post.content),
        unfurl_links: false,
        unfurl_media: false,
        metadata: { event_type: DELIVERY_EVENT, event_payload: { key: post.key } },
        ...(thread !== undefined && { thread_ts: thread }),
      });
      const id = textAt(answer, "ts");
      if (id === undefined) {
        throw new ChannelError("ambiguous", "Slack did not say where it put the message.");
      }
      const chatId = textAt(answer, "channel") ?? channel;
      return { chatId, ids: [id], ...(thread !== undefined && { threadId: thread }) };
    },
    async edit({ chatId, ids }, content) {
      const [ts] = ids;
      await sent(call, "chat.update", { channel: chatId, ts, ...shown(content) });
    },
  };
}

/** A thread is named by its first message, whichever of its messages is replied to. */
export function threadOf({ address, replyTo }: Post): string | undefined {
  return address.threadId ?? replyTo;
}

function shown(content: Content): Record<string, unknown> {
  const { blocks, text } = messageOf(content);
  return { blocks, text, ...AS_WRITTEN };
}

async function sent(call: SlackCall, method: string, args: Record<string, unknown>) {
  try {
    return await call(method, args);
  } catch (error) {
    throw channelErrorOf(method, error);
  }
}

async function openChat(call: SlackCall, users: string): Promise<string> {
  try {
    const id = textAt(await call("conversations.open", { users }), "channel", "id");
    if (id === undefined) throw new ChannelError("transient", "Slack opened no chat.");
    return id;
  } catch (error) {
    const found = channelErrorOf("conversations.open", error);
    // A chat that may have been opened does no harm, because it is empty.
    if (found.kind === "ambiguous") throw new ChannelError("transient", found.message);
    throw found;
  }
}
