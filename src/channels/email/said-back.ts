import { createHash } from "node:crypto";
import type { Heard, Inbound } from "../../ports/channel.ts";
import { htmlMail } from "./html-mail.ts";
import { messageIdFrom } from "./message-id.ts";
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
  /** Mails the person what has become of their reply; what cannot be sent is left. */
  say(received: { readonly event: Inbound; readonly heard: Heard }): void;
  done(): Promise<void>;
}

const MOST_REMEMBERED = 1_000;
/** Of more, one side is a program that answers each mail without saying so. */
const MOST_AN_HOUR = 10;
const HOUR_MS = 60 * 60_000;

/** Only to whoever proved that the mail was theirs: a forged sender must bring nobody mail. */
export function createSaidBack({ from, tokens, sender, now, log }: SaidBackOptions): SaidBack {
  const open = new Set<Promise<void>>();
  const told = new Set<string>();
  const lately = new Map<string, { readonly untilMs: number; readonly count: number }>();

  /** Whether the address may be written to once more. */
  function mayWriteTo(address: string): boolean {
    const held = lately.get(address);
    const isNew = held === undefined || held.untilMs <= now();
    const { untilMs, count } = isNew ? { untilMs: now() + HOUR_MS, count: 0 } : held;
    if (isNew && lately.size >= MOST_REMEMBERED) lately.clear();
    lately.set(address, { untilMs, count: count + 1 });
    return count < MOST_AN_HOUR;
  }

  async function send(event: Inbound, key: string, text: string): Promise<void> {
    const sent = { key, to: event.address.chatId };
    const content = { blocks: [{ kind: "title" as const, text }], controls: [] };
    const hash = createHash("sha256").update(event.key).digest("hex");
    const answered = event.kind === "text" ? messageIdFrom(event.messageId) : undefined;
    try {
      await sender.send({
        from,
        to: sent.to,
        messageId: tokens.followUpId(sent, hash),
        ...(answered !== undefined && { inReplyTo: answered, references: [answered] }),
        replyTo: tokens.replyAddress(sent),
        subject: "Re: your reply",
        text: plainMail(content, false),
        html: htmlMail(content, false),
        atMs: now(),
      });
    } catch {
      log("E-mail: a person could not be told what has become of their reply.");
    }
  }

  return {
    say({ event, heard }) {
      if (heard.say === undefined || event.kind !== "text" || event.replyToKey === undefined)
        return;
      // A mail that is brought again is answered once.
      if (told.has(event.key)) return;
      if (told.size >= MOST_REMEMBERED) told.clear();
      told.add(event.key);
      if (!mayWriteTo(event.address.chatId)) return;
      const sending = send(event, event.replyToKey, heard.say);
      open.add(sending);
      void sending.finally(() => open.delete(sending));
    },
    async done() {
      await Promise.all(open);
    },
  };
}
