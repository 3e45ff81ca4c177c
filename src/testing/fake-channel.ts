import type { RemoteChannel } from "../domain/channel-kind.ts";
import type { Address } from "../domain/hub/delivery.ts";
import type {
  Account,
  Capabilities,
  Channel,
  ChannelHearing,
  Heard,
  Inbound,
  Rates,
  Sink,
} from "../ports/channels/channel.ts";
import { RUNNING } from "../ports/channels/channel-hearing.ts";
import type {
  ChannelWorld,
  Harm,
  ShownControl,
  ShownPost,
  Someone,
} from "./channel-contract/channel-world.ts";
import { fakeText, selectOf } from "./channel-contract/fake-content.ts";
import {
  createFakePlatform,
  type FakeMessage,
  type FakePlatform,
  messagesIn,
} from "./channel-contract/fake-platform.ts";
import { createFakeReactions, type FakeReactions } from "./channel-contract/fake-reactions.ts";

export interface FakeWorldOptions {
  /** The channel that it stands for; default `telegram`. */
  readonly kind?: RemoteChannel;
  /** Begins the names of its chats and ends its accounts, if several worlds share a store. */
  readonly place?: string;
  /** Default: all of them. */
  readonly capabilities?: Partial<Capabilities>;
  /** Default: almost none. */
  readonly rates?: Rates;
  readonly maxText?: number;
  /** How long the platform takes for each call; by default it answers at once. */
  readonly answersAfterMs?: number;
  /** Its answer when it limits the rate. */
  readonly retryAfterMs?: number;
}

/** A channel to a platform in memory, which keeps what is posted for as long as the world lives. */
export interface FakeWorld extends ChannelWorld {
  readonly kind: RemoteChannel;
  /** The account that somebody has there. */
  account(by: Someone): Account;
  /** How the channel describes its hearing from now on. */
  hears(hearing: ChannelHearing): void;
  /** Takes a message away, as people there can. */
  remove(messageId: string): void;
  /** Has the platform deliver an event of any kind; resolves once the sink has taken it. */
  deliver(event: Inbound): Promise<Heard>;
  /** Adds a reaction of somebody's, or takes it away, and delivers that. */
  react(
    to: ShownPost,
    reaction: { readonly name: string; readonly by: Someone; readonly isAdded: boolean },
  ): Promise<Heard>;
}

const ALL: Capabilities = {
  find: true,
  edit: true,
  buttons: true,
  forms: true,
  threads: true,
  marks: true,
  history: true,
};
const UNLIMITED: Rates = {
  address: { perMs: 1, count: 1_000_000 },
  all: { perMs: 1, count: 1_000_000 },
};
const MAX_TEXT = 4_000;
/** Of what stands around the longest text. */
const MAX_AROUND = 4_000;
const NOWHERE = "nowhere";

/**
 * A channel and its platform in memory, for tests of what people do there.
 * @example
 * ```ts
 * import { createFakeWorld } from "earshot/testing";
 *
 * const world = createFakeWorld({ kind: "telegram" });
 * console.log(world.kind);
 * await world.close();
 * ```
 */
export function createFakeWorld(options: FakeWorldOptions = {}): FakeWorld {
  const { channel, platform, reactions, said, hears } = createParts(options);
  const { place } = options;
  const address: Address = { channel: channel.kind, chatId: chatIn(place, "chat-1") };
  const accountOf = (by: Someone) => accountIn(place, by);
  const heard: Inbound[] = [];
  const now = createSteps();
  let last: Inbound | undefined;

  const base = (by: Someone, chatId = address.chatId) => {
    const atMs = now();
    return {
      key: `e${atMs}`,
      from: accountOf(by),
      address: { channel: channel.kind, chatId },
      atMs,
    };
  };
  async function deliver(event: Inbound): Promise<Heard> {
    last = event;
    return await platform.deliver(event);
  }

  return {
    kind: channel.kind,
    channel,
    address,
    badAddress: { channel: channel.kind, chatId: chatIn(place, NOWHERE) },
    heard,
    account: accountOf,
    hears,
    remove: (messageId) => platform.remove(messageId),
    deliver,
    start: (sink) => channel.start(keeping(heard, sink)),
    shown: async (at = address) => messagesIn(platform, at),
    harm: (...next: readonly Harm[]) => void platform.harms.push(...next),
    async press(control, by) {
      const message = bearerOf(platform, control);
      return (await deliver({ ...base(by, message.chatId), ...pressed(message, control) })).say;
    },
    async say(text, by, to) {
      const messageId = `u${now()}`;
      const reply = to === undefined ? {} : { replyTo: to.id };
      const chatId = to === undefined ? undefined : platform.messages.get(to.id)?.chatId;
      const words = { kind: "text", text, messageId, isToUs: true, ...reply } as const;
      const event = { ...base(by, chatId), ...words };
      said.push(event);
      await deliver(event);
    },
    async react({ id }, { name, by, isAdded }) {
      const event = { ...base(by, platform.messages.get(id)?.chatId), name, isAdded };
      reactions.set(id, { name, by: event.from.id, isOn: isAdded });
      return await deliver({ ...event, kind: "reaction", messageId: id });
    },
    async again() {
      if (last !== undefined) await platform.deliver(last);
    },
    close: () => channel.stop(),
  };
}

function keeping(heard: Inbound[], sink: Sink): Sink {
  heard.length = 0;
  return (event) => {
    heard.push(event);
    return sink(event);
  };
}

interface Parts {
  hears(hearing: ChannelHearing): void;
  readonly channel: Channel;
  readonly platform: FakePlatform;
  readonly reactions: FakeReactions;
  /** Messages of people, oldest first. */
  readonly said: Said[];
}

type Said = Extract<Inbound, { kind: "text" }>;

function createParts({
  kind = "telegram",
  place,
  capabilities: chosen = {},
  rates = UNLIMITED,
  maxText = MAX_TEXT,
  answersAfterMs = 0,
  retryAfterMs = 1_000,
}: FakeWorldOptions): Parts {
  const capabilities = { ...ALL, ...chosen };
  const maxMessage = maxText + MAX_AROUND;
  const platform = createFakePlatform({
    capabilities,
    maxMessage,
    answersAfterMs,
    retryAfterMs,
    badChats: [chatIn(place, NOWHERE)],
  });
  const reactions = createFakeReactions();
  const said: Said[] = [];
  let hearing = RUNNING;
  const channel: Channel = {
    kind,
    capabilities,
    rates,
    maxText,
    fits: (content) => fakeText(content).length <= maxMessage,
    start: async (sink) => platform.listen(sink),
    stop: async () => platform.listen(undefined),
    hearing: () => hearing,
    post: (post) => platform.take(post),
    edit: (ref, content) => platform.change(ref, content),
    check: async () => [{ isOk: true, text: "The platform is in memory." }],
    ...(capabilities.find && { find: async ({ key, address }) => found(platform, key, address) }),
    ...(capabilities.marks && { mark: reactions.mark, marks: reactions.marks }),
    ...(capabilities.history && { history: async (at) => saidIn(said, at) }),
  };
  const hears = (told: ChannelHearing) => {
    hearing = told;
  };
  return { channel, platform, reactions, said, hears };
}

function saidIn(
  said: readonly Said[],
  { threadId, after }: Parameters<NonNullable<Channel["history"]>>[0],
): readonly Said[] {
  const inThread = said.filter(({ replyTo }) => replyTo === threadId);
  return inThread.slice(inThread.findIndex(({ messageId }) => messageId === after) + 1);
}

function found(platform: FakePlatform, key: string, address: Address) {
  const message = messagesIn(platform, address).find((one) => one.key === key);
  return message === undefined ? undefined : { chatId: address.chatId, ids: [message.id] };
}

type Press = Pick<Extract<Inbound, { kind: "press" }>, "kind" | "token" | "messageId">;
type Choose = Pick<Extract<Inbound, { kind: "choose" }>, keyof Press | "chosen">;

/** What the platform sends after a press on a shown control; an option is sent alone. */
function pressed({ content, id }: FakeMessage, { token }: ShownControl): Press | Choose {
  const select = selectOf(content.controls, token);
  if (select === undefined) return { kind: "press", token, messageId: id };
  return { kind: "choose", token: select.token, chosen: [token], messageId: id };
}

function bearerOf(platform: FakePlatform, { token }: ShownControl): FakeMessage {
  const bears = ({ controls }: FakeMessage) => controls.some((control) => control.token === token);
  const message = [...platform.messages.values()].find(bears);
  if (message === undefined) throw new Error("No such control stands there.");
  return message;
}

function chatIn(place: string | undefined, chat: string): string {
  return place === undefined ? chat : `${place}.${chat}`;
}

function accountIn(place: string | undefined, by: Someone): Account {
  const id = place === undefined ? `account-${by}` : `account-${by}.${place}`;
  const account = { id, name: by };
  return by === "member" ? account : { ...account, isForeign: true };
}

/** Each event happens at a time of its own. */
function createSteps(): () => number {
  let atMs = Date.UTC(2026, 0, 1);
  return () => {
    atMs += 1;
    return atMs;
  };
}
