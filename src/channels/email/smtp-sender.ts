import type { PostedFile } from "../../ports/channels/channel.ts";
import type { MailServer } from "./server-url.ts";
import { smtpError } from "./smtp-error.ts";

export type Nodemailer = Pick<typeof import("nodemailer"), "createTransport">;

/** One mail to one person. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
  readonly inReplyTo?: string;
  /** Oldest first. */
  readonly references?: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files?: readonly PostedFile[];
  readonly atMs: number;
}

export interface SmtpSender {
  /** Rejects with a ChannelError. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, and sends nothing. Rejects with a ChannelError. */
  verify(): Promise<void>;
}

const CONNECT_MS = 20_000;
const SILENCE_MS = 60_000;
const NAME = "Earshot";

export function createSmtpSender(library: Nodemailer, server: MailServer): SmtpSender {
  return {
    async send(mail) {
      const watch = watchDialogue();
      const transport = openTransport(library, server, watch);
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        throw smtpError(error, watch.isBodySent());
      } finally {
        transport.close();
      }
    },
    async verify() {
      const transport = openTransport(library, server, watchDialogue());
      try {
        await transport.verify();
      } catch (error) {
        throw smtpError(error, false);
      } finally {
        transport.close();
      }
    },
  };
}

function openTransport(library: Nodemailer, server: MailServer, { log }: DialogueWatch) {
  const { host, port, isTls, isLocal, user, password } = server;
  return library.createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isLocal,
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    ...(user !== undefined && { auth: { user, pass: password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    logger: { debug: log, ...SILENT },
    transactionLog: true,
  });
}

const SILENT = { trace() {}, info() {}, warn() {}, error() {}, fatal() {} };

interface DialogueWatch {
  readonly log: (entry: { readonly tnx?: string } | undefined, line?: string) => void;
  isBodySent(): boolean;
}

/** Tracks how far the dialogue came, which the library's errors do not say. Keeps none of it. */
function watchDialogue(): DialogueWatch {
  let isData = false;
  let isBody = false;
  return {
    log(entry, line = "") {
      if (entry?.tnx === "client" && line === "DATA") isData = true;
      // The server waits until 354, so nothing can have been taken before.
      if (entry?.tnx === "server" && isData && line.startsWith("354")) isBody = true;
    },
    isBodySent: () => isBody,
  };
}

function messageOf(mail: Mail) {
  const { from, to, references, inReplyTo, replyTo } = mail;
  return {
    from: { name: NAME, address: from },
    to: { name: "", address: to },
    envelope: { from, to: [to] },
    messageId: mail.messageId,
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(references !== undefined && { references: [...references] }),
    ...(replyTo !== undefined && { replyTo: { name: NAME, address: replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: (mail.files ?? []).map(({ name, mediaType, bytes }) => ({
      filename: name,
      contentType: mediaType,
      contentDisposition: "attachment" as const,
      content: Buffer.from(bytes),
    })),
    date: new Date(mail.atMs),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
