/**
 * The report of a mail server that could not deliver a mail (RFC 3464), with the original's
 * headers.
 */
export interface BounceMail {
  readonly status: string;
  readonly originalId: string;
  readonly messageId?: string;
}

export function bounceMail({
  status,
  originalId,
  messageId = "<b1@mx.example.org>",
}: BounceMail): string {
  const action = status.startsWith("5") ? "failed" : "delayed";
  return [
    "Return-Path: <>",
    "From: Mail Delivery System <MAILER-DAEMON@mx.example.org>",
    "To: earshot@example.com",
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: ${messageId}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "I could not bring your mail.",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.org",
    "",
    "Final-Recipient: rfc822; ada@example.org",
    `Action: ${action}`,
    `Status: ${status}`,
    "",
    "--b",
    "Content-Type: message/rfc822-headers",
    "",
    "From: earshot@example.com",
    `Message-ID: ${originalId}`,
    "Subject: A question",
    "",
    "--b--",
    "",
  ].join("\r\n");
}

/** What a mail program sends once somebody has opened a mail (RFC 8098). */
export function readReceipt(from: string, originalId: string): string {
  return [
    `From: Some One <${from}>`,
    "To: earshot@example.com",
    "Subject: Read: A question",
    "Message-ID: <r1@mail.example.net>",
    `In-Reply-To: ${originalId}`,
    `References: ${originalId}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Your message was read on Monday.",
    "",
    "--b",
    "Content-Type: message/disposition-notification",
    "",
    `Final-Recipient: rfc822;${from}`,
    `Original-Message-ID: ${originalId}`,
    "Disposition: manual-action/MDN-sent-manually; displayed",
    "",
    "--b--",
    "",
  ].join("\r\n");
}
