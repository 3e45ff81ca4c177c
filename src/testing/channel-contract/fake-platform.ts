import type { Address, PostRef } from "../../domain/hub/delivery.ts";
import { present } from "../../domain/present.ts";
import {
  type Capabilities,
  ChannelError,
  type Content,
  type Heard,
  type Inbound,
  type Post,
  type Sink,
} from "../../ports/channels/channel.ts";
import type { Harm, ShownPost } from "./channel-world.ts";
import { fakeControls, fakeText } from "./fake-content.ts";

export interface FakePlatformOptions {
  readonly capabilities: Capabilities;
  /** UTF-16 units of one message; what is longer is cut. */
  readonly maxMessage: number;
  readonly answersAfterMs: number;
  readonly retryAfterMs: number;
  /** Chats that refuse whatever is posted. */
  readonly badChats: readonly string[];
}

/** A message as the fake platform keeps it. */
export interface FakeMessage extends ShownPost {
  readonly key: string;
  readonly chatId: string;
  readonly content: Content;
}

/** Keeps messages in memory, and delivers an event until the sink has taken it. */
export interface FakePlatform {
  readonly harms: Harm[];
  readonly messages: ReadonlyMap<string, FakeMessage>;
  take(post: Post): Promise<PostRef>;
  change(ref: PostRef, content: Content): Promise<void>;
  remove(messageId: string): void;
  /** Resolves once the sink has taken it; waits for a sink if there is none. */
  deliver(event: Inbound): Promise<Heard>;
  listen(sink: Sink | undefined): void;
}

export function createFakePlatform(options: FakePlatformOptions): FakePlatform {
  const messages = new Map<string, FakeMessage>();
  const harms: Harm[] = [];
  const events = createFakeEvents();
  let count = 0;

  /** One call over the network: what it does happens, unless harm keeps it from happening. */
  async function call<T>(act: () => T): Promise<T> {
    const harm = harms.shift();
    if (options.answersAfterMs > 0) await passed(options.answersAfterMs);
    if (harm === undefined) return act();
    if (harm === "lost_after") act();
    throw errorOf(harm, options.retryAfterMs);
  }

  function shownAs(content: Content): Pick<FakeMessage, "text" | "raw" | "controls" | "content"> {
    const text = fakeText(content).slice(0, options.maxMessage);
    return { text, raw: text, controls: fakeControls(content, options.capabilities), content };
  }

  return {
    harms,
    messages,
    take: ({ key, address, content, replyTo }) =>
      call(() => {
        const { chatId, threadId } = address;
        if (options.badChats.includes(chatId)) {
          throw new ChannelError("permanent", "There is no such chat. Mend the address.");
        }
        count += 1;
        const id = `m${count}`;
        const reply = replyTo === undefined ? {} : { replyTo };
        messages.set(id, { id, key, chatId, ...reply, ...shownAs(content) });
        return { chatId, ids: [id], ...present({ threadId }) };
      }),
    change: ({ ids: [id = ""] }, content) =>
      call(() => {
        const message = messages.get(id);
        if (message === undefined) throw new ChannelError("gone", "The message is not there.");
        messages.set(id, { ...message, ...shownAs(content) });
      }),
    remove: (id) => void messages.delete(id),
    ...events,
  };
}

function errorOf(harm: Harm, retryAfterMs: number): ChannelError {
  switch (harm) {
    case "rate_limited":
      return new ChannelError("rate", "The platform wants fewer calls.", { retryAfterMs });
    case "server_error":
      return new ChannelError("transient", "The platform failed.");
    case "refused":
      return new ChannelError("permanent", "The platform refuses it.");
    case "lost_before":
      return new ChannelError("transient", "The platform could not be reached.");
    case "lost_after":
      return new ChannelError("ambiguous", "The connection was lost behind the call.");
  }
}

interface Waiting {
  readonly event: Inbound;
  readonly taken: (heard: Heard) => void;
}

const AGAIN_AFTER_MS = 5;

function createFakeEvents(): Pick<FakePlatform, "deliver" | "listen"> {
  let listener: Sink | undefined;
  const waiting: Waiting[] = [];

  function offer(one: Waiting): void {
    const sink = listener;
    if (sink === undefined) {
      waiting.push(one);
      return;
    }
    sink(one.event).then(one.taken, () => {
      // At once, a sink that is broken would keep the process busy.
      setTimeout(() => offer(one), AGAIN_AFTER_MS);
    });
  }

  return {
    deliver: (event) => new Promise((taken) => offer({ event, taken })),
    listen(sink) {
      listener = sink;
      if (sink !== undefined) for (const one of waiting.splice(0)) offer(one);
    },
  };
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Where a chat's messages are, oldest first. */
export function messagesIn(
  { messages }: FakePlatform,
  { chatId }: Pick<Address, "chatId">,
): readonly FakeMessage[] {
  return [...messages.values()].filter((message) => message.chatId === chatId);
}
