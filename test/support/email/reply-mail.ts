import { randomUUID } from "node:crypto";
import type { ParsedMail } from "mailparser";

/** What the reply of a person's mail program is made of. */
export interface ReplyMail {
  readonly from: string;
  readonly text: string;
  /** The mail that this one replies to; absent for a new mail. */
  readonly to?: ParsedMail;
  /** If there is no mail to reply to, or instead of the address for its replies. */
  readonly recipient?: string;
  readonly headers?: readonly string[];
  readonly messageId?: string;
}

/** A mail as a common program writes it: the answer above, the original quoted below. */
export function replyMail({
  from,
  text,
  to,
  recipient,
  headers = [],
  messageId,
}: ReplyMail): string {
  const quoted = (to?.text ?? "").split("\n").map((line) => `> ${line}`.trimEnd());
  const original = [
    "",
    "On Mon, 23 Nov 2026 at 10:00, Earshot",
    "<earshot@example.com> wrote:",
    "",
    ...quoted,
  ];
  return [
    `From: Some One <${from}>`,
    `To: ${recipient ?? to?.replyTo?.value[0]?.address ?? to?.from?.value[0]?.address ?? ""}`,
    `Subject: Re: ${to?.subject ?? "Hello"}`,
    `Date: Mon, 23 Nov 2026 10:05:00 +0000`,
    `Message-ID: ${messageId ?? `<${randomUUID()}@mail.example.net>`}`,
    ...(to?.messageId === undefined
      ? []
      : [`In-Reply-To: ${to.messageId}`, `References: ${to.messageId}`]),
    ...headers,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    text,
    ...(to === undefined ? [] : original),
    "",
  ].join("\r\n");
}
