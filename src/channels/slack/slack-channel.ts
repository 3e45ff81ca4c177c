import type { PostRef } from "../../domain/hub/delivery.ts";
import type { Json } from "../../domain/json.ts";
import type { Channel, ChannelPorts, Post, Sink } from "../../ports/channels/channel.ts";
import { checkSlack } from "./check-slack.ts";
import { createFileReader } from "./file.ts";
import { createFileGiving } from "./give-files.ts";
import { createHearing } from "./hear.ts";
import { createIdentity, type Identity } from "./identity.ts";
import { messageOf } from "./message-blocks.ts";
import { createPeople } from "./people.ts";
import { createPosting, DELIVERY_EVENT, threadOf } from "./posting.ts";
import { createReceiver } from "./receive.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf, refusalCodeOf } from "./slack-error.ts";
import { messagesOf } from "./slack-pages.ts";
import type { SlackSettings } from "./slack-settings.ts";
import { createSocket } from "./socket.ts";
import { standingMessages } from "./standing-messages.ts";
import { threadHistory } from "./thread-history.ts";
import { listAt, textAt } from "./untrusted-json.ts";

export interface SlackChannelOptions extends ChannelPorts {
  readonly settings: SlackSettings;
  readonly call: SlackCall;
  readonly callAsApp?: SlackCall;
}

const ABILITIES = {
  capabilities: {
    find: true,
    edit: true,
    buttons: true,
    forms: true,
    undo: true,
    words: "forms",
    threads: true,
    marks: true,
    history: true,
  },
  // Slack asks for one message a second per channel, and some hundred a minute in all.
  rates: { address: { perMs: 1_000, count: 1 }, all: { perMs: 1_000, count: 5 } },
  maxText: 2_000,
} as const;

interface FindOptions {
  readonly call: SlackCall;
  readonly us: Identity;
  /** The chat that the post went to. */
  readonly channel: string;
}

interface MarksOptions {
  readonly call: SlackCall;
  readonly identity: () => Promise<Identity>;
}

export function createSlackChannel(options: SlackChannelOptions): Channel {
  const { settings, call, now, log } = options;
  const { appToken, apiUrl, botToken, signingSecret, teamId } = settings;
  const identity = createIdentity(call, { appToken, teamId });
  const people = createPeople(call, now);
  const posting = createPosting(call);
  const hearing = createHearing({ call, identity, people, now, log });
  const reach = apiUrl === undefined ? {} : { apiUrl };
  const socket =
    appToken === undefined ? undefined : createSocket({ appToken, ...reach, hearing, log });
  let sink: Sink | undefined;
  let us: Identity | undefined;

  return {
    kind: "slack",
    ...ABILITIES,
    fits: (content) => messageOf(content).isWhole,
    async start(to) {
      us = await identity();
      sink = to;
      await socket?.start(to);
    },
    async stop() {
      sink = undefined;
      await socket?.stop();
    },
    ...(socket !== undefined && { hearing: socket.hearing }),
    ...(signingSecret !== undefined && {
      receive: createReceiver({ secret: signingSecret, hearing, sink: () => sink, now, log }),
    }),
    post: posting.post,
    edit: posting.edit,
    async find(post) {
      const channel = await posting.chatOf(post.address.chatId);
      return await findPost(post, { call, us: await identity(), channel });
    },
    ...createMarks({ call, identity }),
    history: async (thread) => threadHistory(thread, { call, us: await identity(), people }),
    async standing(where) {
      const chatId = await posting.chatOf(where.chatId);
      return await standingMessages({ ...where, chatId }, { call, us: await identity(), people });
    },
    file: createFileReader({ call, token: botToken, ...reach }),
    giving: createFileGiving({ call, ...reach }),
    linkUrl: () =>
      us?.appId === undefined
        ? undefined
        : `https://slack.com/app_redirect?app=${us.appId}&team=${us.teamId}`,
    check: () => checkSlack(options),
  };
}

/** Finds our message with the post's key; newest first unless it is in a thread. */
async function findPost(
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

/** Adds, removes and reads reactions. */
function createMarks({ call, identity }: MarksOptions): Required<Pick<Channel, "mark" | "marks">> {
  return {
    async mark({ chatId, messageId }, name, isOn) {
      const method = isOn ? "reactions.add" : "reactions.remove";
      try {
        await call(method, { channel: chatId, timestamp: messageId, name });
      } catch (error) {
        const done = isOn ? "already_reacted" : "no_reaction";
        if (refusalCodeOf(error) !== done) throw channelErrorOf(method, error);
      }
    },
    async marks({ chatId, messageId }) {
      const us = await identity();
      const where = { channel: chatId, timestamp: messageId, full: true };
      const found = await call("reactions.get", where).catch((error: unknown) => {
        throw channelErrorOf("reactions.get", error);
      });
      return listAt(found, "message", "reactions").map((reaction) => {
        const users = listAt(reaction, "users").filter((user) => typeof user === "string");
        const by = users.map((user) => `${us.teamId}/${user}`);
        const isOurs = users.includes(us.userId);
        return { name: textAt(reaction, "name") ?? "", by, isOurs };
      });
    },
  };
}
