import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Address, PostRef } from "../../domain/hub/delivery.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Content } from "./channel-content.ts";
import type { ChannelHearing } from "./channel-hearing.ts";

export type {
  Choice,
  Content,
  ContentBlock,
  Control,
  FormField,
  FormView,
} from "./channel-content.ts";
export type { ChannelHearing } from "./channel-hearing.ts";

/*
 * A way to people over somebody else's platform. A channel is a codec and a transport: it holds no
 * truth, never retries, and acknowledges to its platform only what the hub has stored. The hub owns
 * order, rates, retries and who may decide.
 */

export interface Post {
  /** The delivery's id: the same for every attempt. A platform that can be searched is searched for it. */
  readonly key: string;
  readonly address: Address;
  readonly content: Content;
  /** The platform's message that it replies to. */
  readonly replyTo?: string;
}

/** Who did something on the platform. */
export interface Account {
  /** Unique over the whole platform: `T0123/U0123` on Slack, the number on Telegram, an address. */
  readonly id: string;
  readonly name: string;
  /** A guest, or of another organisation: may never decide, linked or not. */
  readonly isForeign?: true;
  readonly isBot?: true;
}

interface InboundBase {
  /** The same each time the platform delivers the event; at most 100 printable characters, no spaces. */
  readonly key: string;
  readonly from: Account;
  readonly address: Address;
  /** When it happened, in milliseconds since 1970, by the platform's clock. */
  readonly atMs: number;
}

export type Inbound = InboundBase &
  (
    | {
        readonly kind: "press";
        /** Of the control or option. */
        readonly token: string;
        /** The platform's message on which it stands. */
        readonly messageId: string;
      }
    /** Options of a `select`, by their tokens, under the token of the control. */
    | {
        readonly kind: "choose";
        readonly token: string;
        readonly chosen: readonly string[];
        readonly messageId: string;
      }
    | { readonly kind: "submit"; readonly token: string; readonly values: JsonObject }
    | {
        readonly kind: "text";
        /** Blank where there are no words, such as of a voice message. */
        readonly text: string;
        readonly messageId: string;
        /** The post of ours that it replies to, or in whose thread it stands. */
        readonly replyTo?: string;
        /** The key of that post, where the platform tells it: the token in an e-mail's address. */
        readonly replyToKey?: string;
        /** It names the bot, or is said to it alone. */
        readonly isToUs: boolean;
        /** It is said where nobody else reads it. */
        readonly isDirect?: true;
        /** What replies to it stands in a thread that bears its id. */
        readonly opensThread?: true;
        /** What else it carries, or carries instead, which nobody here reads: `the voice message`. */
        readonly unread?: string;
        /** It is what became of words that were told before, under this key. */
        readonly edits?: string;
      }
    | {
        readonly kind: "reaction";
        readonly messageId: string;
        /** The platform's own name of it, such as `white_check_mark` or `👍`. */
        readonly name: string;
        readonly isAdded: boolean;
      }
    /** The platform found later that it could not be brought. */
    | {
        readonly kind: "bounce";
        readonly postKey?: string;
        readonly messageId?: string;
        readonly reason: string;
      }
  );

/** What the hub has made of an event; the person who did it is shown `say`, and nobody else. */
export interface Heard {
  readonly say?: string;
  /** Shown as an alert where the platform tells the two apart. */
  readonly isRefusal?: boolean;
  /** The post that was acted on is changed to say the same, since this has closed what it shows. */
  readonly isClosing?: true;
}

/** Resolves once what came of the event is stored; rejects where it must be delivered again. */
export type Sink = (event: Inbound) => Promise<Heard>;

export interface Capabilities {
  /** A post can be looked up by its key after a lost connection. */
  readonly find: boolean;
  readonly edit: boolean;
  readonly buttons: boolean;
  readonly forms: boolean;
  readonly threads: boolean;
  /** Any emoji can be added to a message, and who has added which can be read. */
  readonly marks: boolean;
  /** What was said in a thread can be read later. */
  readonly history: boolean;
}

/** At most so many in such a time; `burst` of them at once. */
export interface Rate {
  readonly perMs: number;
  readonly count: number;
}

export interface Rates {
  readonly address: Rate;
  readonly all: Rate;
}

export interface CheckLine {
  readonly isOk: boolean;
  /** What was looked at and what was found; where it is not well, what to do. Never a secret. */
  readonly text: string;
}

/** A message as it stands in a chat, whoever wrote it. */
export interface StandingMessage {
  readonly messageId: string;
  readonly isOurs: boolean;
  readonly text: string;
  readonly hasReplies: boolean;
  readonly marks: readonly { readonly name: string; readonly isOurs: boolean }[];
  /** As it was told when it was said; absent of ours. */
  readonly said?: Extract<Inbound, { kind: "text" }>;
}

export interface Channel {
  readonly kind: RemoteChannel;
  readonly capabilities: Capabilities;
  readonly rates: Rates;
  /** Longest text of one `said` block that one post holds whole, in UTF-16 units after escaping at worst. */
  readonly maxText: number;
  /** Whether the content with all its controls is shown whole there. */
  fits(content: Content): boolean;

  /** Begins to hear of events, where the platform does not call a webhook. Rejects where it cannot. */
  start(sink: Sink): Promise<void>;
  stop(): Promise<void>;
  /** How it hears now, as it knows without asking; where it is absent, a channel that has started hears. */
  hearing?(): ChannelHearing;
  /** Where the platform calls us. 401 for a forged call, 500 where the sink rejects. */
  receive?(call: WebhookCall): Promise<WebhookReply>;

  /** Rejects with a ChannelError. */
  post(post: Post): Promise<PostRef>;
  /** Puts other content there, with `controls` in the place of those that were. Nothing to change is no error. */
  edit(ref: PostRef, content: Content): Promise<void>;
  find?(post: Post): Promise<PostRef | undefined>;
  /** Adds a reaction of ours, or takes it away; one that is there, or gone, is no error. */
  mark?(
    at: { readonly chatId: string; readonly messageId: string },
    name: string,
    isOn: boolean,
  ): Promise<void>;
  /** Who has reacted with what. */
  marks?(at: {
    readonly chatId: string;
    readonly messageId: string;
  }): Promise<
    readonly { readonly name: string; readonly by: readonly string[]; readonly isOurs: boolean }[]
  >;
  /** What was said in a thread after a message of it, oldest first. */
  history?(at: {
    readonly chatId: string;
    readonly threadId: string;
    readonly after?: string;
  }): Promise<readonly Extract<Inbound, { kind: "text" }>[]>;
  /** What stands in a chat, or in a thread of it, since `sinceMs`: oldest first, replies left out of a chat. */
  standing?(at: {
    readonly chatId: string;
    readonly threadId?: string;
    readonly sinceMs: number;
  }): Promise<readonly StandingMessage[]>;
  /** Says whether it can work: token, scopes, reach. */
  check(): Promise<readonly CheckLine[]>;
}

/** What a channel needs beside its settings. */
export interface ChannelPorts {
  readonly now: () => number;
  /** Logs without content and secrets. */
  readonly log: (line: string) => void;
}

/** What `earshot channels add` asks for. */
export interface SetupField {
  /** The name in the settings. */
  readonly name: string;
  readonly label: string;
  /** Where to find it, in one or two sentences. */
  readonly help: string;
  readonly isSecret: boolean;
  readonly isOptional?: true;
  readonly value?: string;
}

export interface ChannelSetup {
  /** What to do on the platform first, for people, line by line; with what there is to paste. */
  readonly steps: readonly string[];
  readonly fields: readonly SetupField[];
}

/** One channel as the composition knows it: what it needs, and how it is opened. */
export interface ChannelModule {
  readonly kind: RemoteChannel;
  readonly setup: ChannelSetup;
  /**
   * Checks settings and loads the platform's library. Throws INVALID_INPUT that names the setting and
   * says how to mend it, for a secret that is missing or too short too, and for a library that is not
   * installed.
   */
  open(settings: JsonObject, ports: ChannelPorts): Promise<Channel>;
}

/**
 * - `rate` – not now, but after `retryAfterMs`;
 * - `transient` – it was not sent, and may go next time;
 * - `ambiguous` – it may have been sent: the connection was lost behind the call;
 * - `permanent` – never so: no such chat, not a member, blocked;
 * - `gone` – what was to be changed is not there any more.
 */
export type ChannelErrorKind = "rate" | "transient" | "ambiguous" | "permanent" | "gone";

/**
 * The only error that posts, edits and marks reject with. Its message is for people and holds neither content nor secret.
 * @example
 * ```ts
 * import { ChannelError } from "earshot/channel";
 *
 * throw new ChannelError("rate", "The platform takes no more messages now.", { retryAfterMs: 2_000 });
 * ```
 */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
  readonly kind: ChannelErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ChannelErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** One HTTP call of the platform, as it came; bytes are checked against their signature unparsed. */
export interface WebhookCall {
  readonly method: string;
  /** Behind `/hooks/KIND`, such as `/events`; with the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
