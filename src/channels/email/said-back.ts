import { createHash } from "node:crypto";
import { HOUR_MS } from "../../domain/time.ts";
import { type ChannelMessages, wordsOf } from "../messages/messages.ts";
import { htmlMail } from "./html-mail.ts";
import type { RepliedMail } from "./inbound-mail.ts";
import type { Received } from "./mail-receiver.ts";
import { replySubject } from "./mail-subject.ts";
import { plainMail } from "./plain-mail.ts";
import type { ReplyTokens } from "./reply-token.ts";
import type { SmtpSender } from "./smtp-sender.ts";

export interface SaidBackOptions {
  readonly from: string;
  readonly tokens: ReplyTokens;
  readonly sender: SmtpSender;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface SaidBack {
  /** Mails the person what has become of their reply. A mail that cannot be sent is dropped. */
  say(received: Received): void;
  done(): Promise<void>;
}

const MOST_REMEMBERED = 1_000;
/** Beyond this, one side is a program that answers each mail without saying so. */
const MOST_AN_HOUR = 10;
/** Anybody who was forwarded a mail can cause these. */
const MOST_UNPROVEN_AN_HOUR = 3;

/** Writes only to addresses that a post of ours went to: a forged sender must bring nobody mail. */
export function createSaidBack({ from, tokens, sender, now, log }: SaidBackOptions): SaidBack {
  const open = new Set<Promise<void>>();
  const told = new Set<string>();
  const lately = new Map<string, { readonly untilMs: number; readonly count: number }>();

  /** How many more mails may go there for now, this one included. */
  function roomFor({ isProven, post }: RepliedMail): number {
    // What others cause must not use up the replies to the person's own mails.
    const lane = `${isProven} ${post.to}`;
    const held = lately.get(lane);
    const isNew = held === undefined || held.untilMs <= now();
    const { untilMs, count } = isNew ? { untilMs: now() + HOUR_MS, count: 0 } : held;
    if (isNew && lately.size >= MOST_REMEMBERED) lately.clear();
    lately.set(lane, { untilMs, count: count + 1 });
    return (isProven ? MOST_AN_HOUR : MOST_UNPROVEN_AN_HOUR) - count;
  }

  async function send({ reply, words, texts }: Word): Promise<void> {
    const { key, post, isProven, messageId, subject } = reply;
    const blocks = texts.map((text) => ({ kind: "title" as const, text }));
    const content = { blocks, controls: [] };
    // Quotes nothing from a mail that somebody else may have written.
    const answered = isProven && messageId !== undefined ? messageId : tokens.messageId(post);
    try {
      await sender.send({
        from,
        to: post.to,
        messageId: tokens.followUpId(post, createHash("sha256").update(key).digest("hex")),
        inReplyTo: answered,
        references: [answered],
        replyTo: tokens.replyAddress(post),
        subject: isProven ? replySubject(subject) : words.say("mail.subject"),
        text: plainMail(content, false),
        html: htmlMail(content, false),
        atMs: now(),
      });
    } catch {
      log("E-mail: a person could not be told what has become of their reply.");
    }
  }

  return {
    say(received) {
      const word = wordOf(received);
      if (word === undefined) return;
      const { reply, words, texts } = word;
      // A mail that is delivered again is answered once.
      if (told.has(reply.key)) return;
      if (told.size >= MOST_REMEMBERED) told.clear();
      told.add(reply.key);
      const room = roomFor(reply);
      if (room <= 0) {
        log(
          "E-mail: a person was not told what has become of their reply, since their address was sent as many such mails within an hour as it may.",
        );
        return;
      }
      const isLast = room === 1 && reply.isProven;
      const last = isLast ? [words.say("mail.last")] : [];
      const sending = send({ reply, words, texts: [...texts, ...last] });
      open.add(sending);
      void sending.finally(() => open.delete(sending));
    },
    async done() {
      await Promise.all(open);
    },
  };
}

interface Word {
  readonly reply: RepliedMail;
  readonly words: ChannelMessages;
  readonly texts: readonly string[];
}

function wordOf(received: Received): Word | undefined {
  if (received.kind !== "heard" || received.reply === undefined) return undefined;
  const { reply, heard } = received;
  const words = wordsOf(heard);
  if (!reply.isProven) return { reply, words, texts: [words.say("mail.unproven")] };
  // The mail that closes the request says the same.
  const isSaid = heard.say === undefined || heard.isClosing === true;
  return isSaid ? undefined : { reply, words, texts: [heard.say] };
}
