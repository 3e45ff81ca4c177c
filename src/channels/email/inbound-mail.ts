import { createHash } from "node:crypto";
import type { ParsedMail } from "mailparser";
import type { Account, Inbound } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import { isMailAddress } from "./mail-address.ts";
import { messageIdFrom } from "./message-id.ts";
import { replyText } from "./reply-text.ts";
import type { ReplyTokens, SentPost } from "./reply-token.ts";

/** A mail that came in, parsed. */
export interface IncomingMail {
  readonly raw: Uint8Array;
  readonly mail: ParsedMail;
  readonly receivedMs: number;
}

export interface ReadMailOptions {
  readonly tokens: ReplyTokens;
  /** Our own address; mail from it is ours. */
  readonly own: string;
}

/** A mail that replies to one of ours, sent to the very address that it claims to be from. */
export interface RepliedMail {
  /** The time of the event. */
  readonly key: string;
  readonly post: SentPost;
  /** Only somebody who has the mail that it replies to can have written it. */
  readonly isProven: boolean;
  readonly messageId?: string;
  readonly subject: string;
}

export type ReadMail =
  | { readonly kind: "event"; readonly event: Inbound; readonly reply?: RepliedMail }
  /** Written by a program, as an answer to a mail of ours. */
  | { readonly kind: "automatic" };

/** A report by the mail system about a mail that it could not deliver. */
interface MailBounce {
  /** Such as `5.1.1`; a delay begins with 4. Absent if the report has none. */
  readonly status?: string;
}

/** A server's own answer, as textual reports quote it: `550 5.1.1`, `(#5.1.1)`. */
const REFUSED = /\b5\d\d[ -]#?(5\.\d{1,3}\.\d{1,3})\b|\(#(5\.\d{1,3}\.\d{1,3})\)/;
const REPORTER = /^(?:mailer-daemon|postmaster|mail-daemon)@/i;

/**
 * Makes an event of a mail; undefined for one that says nothing to us.
 *
 * A mail's sender proves nothing: anybody can write any sender, and not every reader learns the
 * servers' checks of it (SPF, DKIM). So a sender counts as their own only if the mail goes to the
 * reply address of a post that was sent to that very sender: only their mailbox had it.
 *
 * The headers that name what it replies to prove nothing either, since anyone who was forwarded a
 * mail has its Message-ID. They only find the post. Without such an address, or with one that was
 * sent to somebody else, the account is foreign. A foreign account may never decide, linked or not.
 */
export function readInboundMail(
  incoming: IncomingMail,
  { tokens, own }: ReadMailOptions,
): ReadMail | undefined {
  const { raw, mail } = incoming;
  const bounce = mailBounce(mail);
  if (bounce !== undefined) {
    const event = bounceOf(incoming, bounce, tokens.keyIn(textOf(raw)));
    return event && { kind: "event", event };
  }
  const sender = senderOf(mail);
  if (sender === undefined || sender.id === own) return undefined;
  return wordsOf(incoming, { tokens, sender });
}

interface From {
  readonly tokens: ReplyTokens;
  readonly sender: Account;
}

function wordsOf(incoming: IncomingMail, { tokens, sender }: From): ReadMail | undefined {
  const { mail } = incoming;
  const reply = replyOf(incoming, { tokens, sender });
  if (isAutomatic(mail)) return reply && { kind: "automatic" };
  const text = replyText(mail.text ?? "").toWellFormed();
  const isProven = reply?.isProven === true;
  // Somebody who replies to us without words is told so. A mail that replies to nothing is ignored.
  if (text === "" && !isProven) return undefined;
  const event: Inbound = {
    ...originOf(incoming, isProven ? sender : { ...sender, isForeign: true }),
    kind: "text",
    text,
    isToUs: true,
    isDirect: true,
    messageId: messageIdFrom(mail.messageId) ?? eventKey(incoming),
    ...postOf(reply, tokens),
    ...(mail.attachments.length > 0 && { unread: "what is attached" }),
  };
  return { kind: "event", event, ...(reply !== undefined && { reply }) };
}

function postOf(reply: RepliedMail | undefined, tokens: ReplyTokens) {
  if (reply === undefined) return {};
  const { post, isProven } = reply;
  return { replyTo: tokens.messageId(post), ...(isProven && { replyToKey: post.key }) };
}

function bounceOf(
  incoming: IncomingMail,
  { status }: MailBounce,
  postKey: string | undefined,
): Inbound | undefined {
  // A delay is not final, and a report without a status may be anything.
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

function replyOf(
  incoming: IncomingMail,
  { tokens, sender: { id: sender } }: From,
): RepliedMail | undefined {
  const { mail } = incoming;
  const { to, cc, references = [], inReplyTo } = mail;
  const recipients = [to, cc].flat().flatMap((list) => list?.value ?? []);
  const delivered = ["delivered-to", "x-original-to"].map((name) => mailHeader(mail, name));
  const addresses = [...recipients.map(({ address }) => address), ...delivered];
  // Nearest first.
  const names = [...addresses, inReplyTo, ...[references].flat().toReversed()];
  const proven = firstOf(addresses, (address) => tokens.keyProven(address, sender));
  const key = proven ?? firstOf(names, (name) => tokens.keyNamed(name, sender));
  if (key === undefined) return undefined;
  const messageId = messageIdFrom(mail.messageId);
  return {
    key: eventKey(incoming),
    post: { key, to: sender },
    isProven: proven !== undefined,
    ...(messageId !== undefined && { messageId }),
    subject: mail.subject ?? "",
  };
}

function firstOf(
  names: readonly (string | undefined)[],
  keyOf: (name: string) => string | undefined,
): string | undefined {
  for (const name of names) {
    const key = name === undefined ? undefined : keyOf(name);
    if (key !== undefined) return key;
  }
  return undefined;
}

function textOf(raw: Uint8Array): string {
  // Removes folds of quoted-printable, which may break an id in two.
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
    .toString("latin1")
    .replace(/=\r?\n/g, "");
}

/**
 * How programs begin the subject of such a notice. Replies of people, and ours, begin with `Re:`.
 */
const OUT_OF_OFFICE =
  /^(?:(?:auto(?:matic|mated)?[ -]?(?:reply|response)|out[ -]of[ -](?:the )?office|ooo|away from (?:the office|my (?:mail|desk))|vacation (?:reply|response|notice|autoreply)|automatische (?:antwort|beantwoording|reactie)|abwesenheits(?:notiz|nachricht|meldung|agent|assistent)?|abwesend|nicht im büro|réponse automatique|absence du bureau|message d'absence|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede|resposta automática|fora do escritório|afwezig(?:heid)?|automatiskt svar|autosvar|frånvaro|fravær|poissaoloilmoitus|automatyczna odpowiedź|nieobecność|poza biurem|automatická odpověď|автоответ|автоматический ответ|вне офиса)(?![\p{L}\p{N}])|自动回复|自動回覆|自動返信|不在(?:通知|の)|자동 회신|부재중)/iu;

/** Whether a program wrote it (RFC 3834); such mail answers nothing. */
function isAutomatic(mail: ParsedMail): boolean {
  const submitted = mailHeader(mail, "auto-submitted");
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return true;
  // Mail that nobody should answer: notices of absence, receipts and other reports.
  if (mailHeader(mail, "return-path") === "<>") return true;
  if (/^multipart\/report\b/i.test(mailHeader(mail, "content-type") ?? "")) return true;
  if (/^(?:bulk|auto_reply|junk)\b/i.test(mailHeader(mail, "precedence") ?? "")) return true;
  const names = ["x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder"];
  if (names.some((name) => isSet(mailHeader(mail, name)))) return true;
  return OUT_OF_OFFICE.test((mail.subject ?? "").trim());
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^no\b|^false\b/i.test(value);
}

/** Reads a report of the mail system; undefined for mail from people. */
function mailBounce(mail: ParsedMail): MailBounce | undefined {
  const type = mailHeader(mail, "content-type") ?? "";
  const isReport =
    /^multipart\/report\b/i.test(type) && /report-type="?delivery-status/i.test(type);
  const from = mail.from?.value[0]?.address ?? "";
  if (!isReport && !REPORTER.test(from)) return undefined;
  const report = mail.attachments.find(
    ({ contentType }) => contentType === "message/delivery-status",
  );
  const status = report === undefined ? statusInWords(mail) : statusOf(report.content.toString());
  return status === undefined ? {} : { status };
}

function statusOf(report: string): string | undefined {
  // Of several recipients the worst status counts, since ours has only one.
  const found = [...report.matchAll(/^Status:\s*([245]\.\d{1,3}\.\d{1,3})/gim)].map(
    ([, status = ""]) => status,
  );
  return found.toSorted().at(-1);
}

/** For servers that report in words only. The quoted mail may contain any number. */
function statusInWords({ text = "" }: ParsedMail): string | undefined {
  const [, named, numbered] = REFUSED.exec(text) ?? [];
  return named ?? numbered;
}

/** A header's raw text, unfolded and without its name; the first if there are several. */
function mailHeader({ headerLines }: ParsedMail, name: string): string | undefined {
  const found = headerLines.find(({ key }) => key === name)?.line;
  return found
    ?.slice(found.indexOf(":") + 1)
    .replace(/\s+/g, " ")
    .trim();
}
