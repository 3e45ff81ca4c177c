import { createHash } from "node:crypto";
import type { ParsedMail } from "mailparser";
import type { Account, Inbound } from "../../ports/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import { isAutomatic } from "./automatic-mail.ts";
import { isMailAddress } from "./mail-address.ts";
import { type MailBounce, mailBounce } from "./mail-bounce.ts";
import { mailHeader } from "./mail-headers.ts";
import { messageIdFrom } from "./message-id.ts";
import { replyText } from "./reply-text.ts";
import type { ReplyTokens } from "./reply-token.ts";

/** A mail that came in, parsed. */
export interface IncomingMail {
  readonly raw: Uint8Array;
  readonly mail: ParsedMail;
  readonly receivedMs: number;
}

export interface ReadMailOptions {
  readonly tokens: ReplyTokens;
  /** Our own address: what comes from it is ours. */
  readonly own: string;
}

/**
 * Makes an event of a mail; undefined for one that says nothing to us, such as an automatic reply.
 *
 * Who a mail is from proves nothing: anybody can write any sender, and the servers' checks of it
 * (SPF, DKIM) are not told to every reader. So a sender counts as their own only with the signed
 * token of a post that was sent to that very address, in the address it is sent to or as the mail
 * replied to. Without one, or with one that somebody else was sent, the account is foreign, which may
 * never decide, linked or not.
 */
export function readInboundMail(
  incoming: IncomingMail,
  { tokens, own }: ReadMailOptions,
): Inbound | undefined {
  const { raw, mail } = incoming;
  const bounce = mailBounce(mail);
  if (bounce !== undefined) return bounceOf(incoming, bounce, tokens.keyIn(textOf(raw)));
  const sender = senderOf(mail);
  if (sender === undefined || sender.id === own || isAutomatic(mail)) return undefined;
  const text = replyText(mail.text ?? "").toWellFormed();
  const key = provenKey(mail, { tokens, sender: sender.id });
  // Somebody who replies to us and says nothing is told so; a mail out of nowhere is nothing to us.
  if (text === "" && key === undefined) return undefined;
  const unread = mail.attachments.length > 0 ? { unread: "what is attached" } : {};
  return {
    ...originOf(incoming, key === undefined ? { ...sender, isForeign: true } : sender),
    kind: "text",
    text,
    messageId: messageIdFrom(mail.messageId) ?? eventKey(incoming),
    ...(key !== undefined && {
      replyTo: tokens.messageId({ key, to: sender.id }),
      replyToKey: key,
    }),
    isToUs: true,
    isDirect: true,
    ...unread,
  };
}

function bounceOf(
  incoming: IncomingMail,
  { status }: MailBounce,
  postKey: string | undefined,
): Inbound | undefined {
  // A delay is no end of it, and a report without a status may be anything.
  if (status === undefined || !status.startsWith("5")) return undefined;
  const id = senderOf(incoming.mail)?.id ?? "mailer-daemon";
  return {
    ...originOf(incoming, { id, name: "mail system", isForeign: true, isBot: true }),
    kind: "bounce",
    ...(postKey !== undefined && { postKey }),
    reason: `The mail server of the recipient refused the mail for good (${status}).`,
  };
}

function originOf(incoming: IncomingMail, from: Account) {
  const address = { channel: "email" as const, chatId: from.id };
  return { key: eventKey(incoming), from, address, atMs: incoming.receivedMs };
}

function eventKey({ raw, mail }: IncomingMail): string {
  const name = mail.messageId ?? raw;
  return `mail:${createHash("sha256").update(name).digest("hex")}`;
}

/** With several senders nobody can say who wrote it. */
function senderOf({ from }: ParsedMail): Account | undefined {
  const [sender, ...others] = from?.value ?? [];
  const id = sender?.address?.toLowerCase();
  if (id === undefined || others.length > 0 || !isMailAddress(id)) return undefined;
  return { id, name: oneLine(sender?.name || id, 128) };
}

function provenKey(
  mail: ParsedMail,
  { tokens, sender }: { readonly tokens: ReplyTokens; readonly sender: string },
): string | undefined {
  const { to, cc, references = [], inReplyTo } = mail;
  const recipients = [to, cc].flat().flatMap((list) => list?.value ?? []);
  const delivered = ["delivered-to", "x-original-to"].map((name) => mailHeader(mail, name));
  const named = [
    ...[...recipients.map(({ address }) => address), ...delivered, inReplyTo],
    // The nearest first.
    ...[references].flat().toReversed(),
  ];
  for (const name of named) {
    const key = name === undefined ? undefined : tokens.keyOf(name, sender);
    if (key !== undefined) return key;
  }
  return undefined;
}

function textOf(raw: Uint8Array): string {
  // Folded lines of quoted-printable, in which an id may stand broken.
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
    .toString("latin1")
    .replace(/=\r?\n/g, "");
}
