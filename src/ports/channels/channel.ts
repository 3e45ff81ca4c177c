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
export type { Run, WordBlock, WordItem } from "./word-blocks.ts";

/*
 * A way to reach people over somebody else's platform. A channel is a codec and a transport: it holds
 * no truth, never retries, and acknowledges to its platform only what the hub has stored. The hub is
 * responsible for order, rates, retries and who may decide.
 */

export interface Post {
  /** The delivery's id, the same for every attempt; searched for on platforms that can be searched. */
  readonly key: string;
  readonly address: Address;
  readonly content: Content;
  /** The platform's message that it replies to. */
  readonly replyTo?: string;
  /** Go with it, where the channel has `mostAttached`. */
  readonly files?: readonly PostedFile[];
}

/** A file that people get beside a post: a stranger's bytes, and nothing in its name hides. */
export interface PostedFile {
  readonly name: string;
  /** By its bytes, whatever it is called. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** How files come to stand under a post, one after the other. Each function rejects with a ChannelError. */
export interface FileGiving {
  /** The most bytes of one. */
  readonly most: number;
  /** Brings the bytes there, for nobody to see yet, if that is a step of its own; gives their name there. */
  bring?(file: PostedFile): Promise<string>;
  /** Shows it under the post. */
  show(under: PostRef, file: PostedFile, brought?: string): Promise<void>;
  /** Whether what was brought is shown already. If absent, one that may be there is not given again. */
  isShown?(brought: string): Promise<boolean>;
}

/** Who did something on the platform. */
export interface Account {
  /** Unique over the whole platform: `T0123/U0123` on Slack, the number on Telegram, an address. */
  readonly id: string;
  readonly name: string;
  /** A guest, or a member of another organisation: may never decide, linked or not. */
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
        /** The token of the control or option. */
        readonly token: string;
        /** The platform's message that shows it. */
        readonly messageId: string;
      }
    /** The chosen options of a `select`, by their tokens, under the control's token. */
    | {
        readonly kind: "choose";
        readonly token: string;
        readonly chosen: readonly string[];
        readonly messageId: string;
      }
    | { readonly kind: "submit"; readonly token: string; readonly values: JsonObject }
    | {
        readonly kind: "text";
        /** Blank if there are no words, such as in a voice message. */
        readonly text: string;
        readonly messageId: string;
        /** Our post that it replies to, or whose thread it is in. */
        readonly replyTo?: string;
        /** The key of that post if the platform gives it: the token in an e-mail's address. */
        readonly replyToKey?: string;
        /** It mentions the bot, or is sent to it alone. */
        readonly isToUs: boolean;
        /** It is said in private. */
        readonly isDirect?: true;
        /** Replies to it go into a thread named by its id. */
        readonly opensThread?: true;
        /** Other content, which nobody here reads: `the voice message`. */
        readonly unread?: string;
        /** Files beside the words, which `unread` names too; the channel gets each with `file`. */
        readonly files?: readonly SentFile[];
        /** It is an edit of the words that came earlier under this key. */
        readonly edits?: string;
      }
    | {
        readonly kind: "reaction";
        readonly messageId: string;
        /** The platform's own name for it, such as `white_check_mark` or `👍`. */
        readonly name: string;
        readonly isAdded: boolean;
      }
    /** The platform reported later that it could not be delivered. */
    | {
        readonly kind: "bounce";
        readonly postKey?: string;
        readonly messageId?: string;
        readonly reason: string;
      }
  );

/** A file on the platform, as its message describes it. */
export interface SentFile {
  /** The platform's id of it. */
  readonly id: string;
  /** As its sender calls it. */
  readonly name: string;
  readonly mediaType?: string;
  /** In bytes, if the platform tells. */
  readonly size?: number;
}

/** The hub's response to an event; only the person who caused it is shown `say`. */
export interface Heard {
  readonly say?: string;
  /** Of `say`; English if absent. */
  readonly language?: string;
  /** Shown as an alert if the platform has alerts. */
  readonly isRefusal?: boolean;
  /** The person is asked for words; their reply is a `submit` of this token, with them as `words`. */
  readonly prompt?: { readonly token: string; readonly hint: string };
  /** The event closed what its post shows, so the post is edited to say the same. */
  readonly isClosing?: true;
}

/** Resolves once the result of the event is stored; rejects if it must be delivered again. */
export type Sink = (event: Inbound) => Promise<Heard>;

export interface Capabilities {
  /** A post can be looked up by its key after a lost connection. */
  readonly find: boolean;
  readonly edit: boolean;
  readonly buttons: boolean;
  readonly forms: boolean;
  readonly threads: boolean;
  /**
   * How words are asked for there that go with a decision: by a form, by a message of the channel's
   * that the person replies to (`Heard.prompt`), or not at all: then a reply that begins with `ask:` asks
   * the agent. Nothing of it where absent.
   */
  readonly words?: "forms" | "prompts" | "replies";
  /** What is pressed there is held for a moment, in which its post has a button that takes it back. */
  readonly undo?: true;
  /** Any emoji can be added to a message, and everybody's emoji can be read. */
  readonly marks: boolean;
  /** What was said in a thread can be read later. */
  readonly history: boolean;
}

/** At most `count` per `perMs`; `burst` of them at once. */
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
  /** What was checked and found, and what to do if something is wrong. Never a secret. */
  readonly text: string;
}

/** A message in a chat, no matter who wrote it. */
export interface StandingMessage {
  readonly messageId: string;
  readonly isOurs: boolean;
  readonly text: string;
  readonly hasReplies: boolean;
  readonly marks: readonly { readonly name: string; readonly isOurs: boolean }[];
  /** The event that it came as; absent for our own messages. */
  readonly said?: Extract<Inbound, { kind: "text" }>;
}

export interface Channel {
  readonly kind: RemoteChannel;
  readonly capabilities: Capabilities;
  readonly rates: Rates;
  /** The longest text of a `said` block that fits one post, in UTF-16 units, escaped in the worst case. */
  readonly maxText: number;
  /** Whether one post can show the whole content with all its controls. */
  fits(content: Content): boolean;

  /** Begins to hear events, unless the platform calls a webhook. Rejects if it cannot. */
  start(sink: Sink): Promise<void>;
  stop(): Promise<void>;
  /** Its present hearing, without asking the platform. If absent, a started channel counts as hearing. */
  hearing?(): ChannelHearing;
  /** Takes the platform's calls: 401 for a forged one, 500 if the sink rejects. */
  receive?(call: WebhookCall): Promise<WebhookReply>;

  /** Rejects with a ChannelError. */
  post(post: Post): Promise<PostRef>;
  /** For files under a post that stands. */
  readonly giving?: FileGiving;
  /** The most bytes of all files that go with a post itself. */
  readonly mostAttached?: number;
  /** Replaces the content and the controls of a post. Having nothing to change is no error. */
  edit(ref: PostRef, content: Content): Promise<void>;
  find?(post: Post): Promise<PostRef | undefined>;
  /** Adds or removes our reaction; it is no error if that is done already. */
  mark?(
    at: { readonly chatId: string; readonly messageId: string },
    name: string,
    isOn: boolean,
  ): Promise<void>;
  /** Everybody's reactions. */
  marks?(at: {
    readonly chatId: string;
    readonly messageId: string;
  }): Promise<
    readonly { readonly name: string; readonly by: readonly string[]; readonly isOurs: boolean }[]
  >;
  /** What was said in a thread after one of its messages, oldest first. */
  history?(at: {
    readonly chatId: string;
    readonly threadId: string;
    readonly after?: string;
  }): Promise<readonly Extract<Inbound, { kind: "text" }>[]>;
  /** The messages of a chat or thread since `sinceMs`, oldest first; for a chat without replies. */
  standing?(at: {
    readonly chatId: string;
    readonly threadId?: string;
    readonly sinceMs: number;
  }): Promise<readonly StandingMessage[]>;
  /**
   * The bytes of a file that came with words; undefined if it has more than `most`. Rejects with a
   * ChannelError if the platform does not give it.
   */
  file?(file: SentFile, most: number): Promise<Uint8Array | undefined>;
  /**
   * An address that opens the person's chat with us, which says the code where the platform can do that;
   * undefined if it is not known. Asks the platform nothing.
   */
  linkUrl?(code: string): string | undefined;
  /** Says whether it can work: token, scopes, reach. */
  check(): Promise<readonly CheckLine[]>;
}

/** What a channel needs in addition to its settings. */
export interface ChannelPorts {
  readonly now: () => number;
  /** Logs a line, which must hold neither content nor secrets. */
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
  /** How the text that is given is stored; as it is if absent. `object` takes JSON. */
  readonly stored?: "yes_no" | "object";
  /** Whether a person is asked for it, by what is known so far; always if absent. */
  when?(known: JsonObject): boolean;
  /** What to do on the platform just before it is asked for, by what is known so far. */
  steps?(known: JsonObject): readonly SetupStep[];
  /** What is wrong with the form of a value, and what to do; it must not quote the value. */
  fault?(value: string): string | undefined;
  /** Asks the platform about it, once its form is right. */
  attempt?(known: JsonObject): Promise<SetupFound>;
}

/** Words for a person, or a page for them to open. */
export type SetupStep = string | { readonly label: string; readonly url: string };

export interface SetupFound {
  readonly lines: readonly CheckLine[];
  /** Helps with later fields, and is not stored. */
  readonly found?: JsonObject;
}

export interface ChannelSetup {
  /** What people must do on the platform first, line by line, with anything to paste. */
  readonly steps: readonly string[];
  readonly fields: readonly SetupField[];
  /**
   * Makes the settings of what was given, where that is more or less than is stored. Throws INVALID_INPUT
   * where it cannot.
   */
  complete?(given: JsonObject): JsonObject;
  /** How an account is linked: by a code that a person says there, or in reply to a mail. */
  readonly linking?: "said" | "mailed";
}

/** The entry of a channel: what it needs, and how it is opened. */
export interface ChannelModule {
  readonly kind: RemoteChannel;
  readonly setup: ChannelSetup;
  /**
   * Checks settings and loads the platform's library. Throws INVALID_INPUT, which names the setting and
   * says how to mend it, also for a missing or short secret and for a library that is not installed.
   */
  open(settings: JsonObject, ports: ChannelPorts): Promise<Channel>;
}

/**
 * - `rate` – not now, but after `retryAfterMs`;
 * - `transient` – it was not sent, and may succeed next time;
 * - `ambiguous` – it may have been sent: the connection was lost after the call;
 * - `permanent` – it can never succeed: no such chat, not a member, blocked;
 * - `gone` – what should be changed no longer exists.
 */
export type ChannelErrorKind = "rate" | "transient" | "ambiguous" | "permanent" | "gone";

/**
 * The only error that posts, edits and marks reject with. Its message is for people and holds neither
 * content nor secrets.
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

/** One HTTP call of the platform, unparsed: its signature is checked over the raw bytes. */
export interface WebhookCall {
  readonly method: string;
  /** The path after `/hooks/KIND`, such as `/events`, with the query. */
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
