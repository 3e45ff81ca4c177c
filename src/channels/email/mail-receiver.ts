import type { ParsedMail } from "mailparser";
import type { Heard, Inbound, Sink } from "../../ports/channels/channel.ts";
import { type ReadMailOptions, type RepliedMail, readInboundMail } from "./inbound-mail.ts";

export type MailParser = Pick<typeof import("mailparser"), "simpleParser">;

export const MAX_MAIL_BYTES = 1024 * 1024;
/** Mail that programs compose is far smaller; reading more only costs time. */
const MAX_HTML = 300_000;

export type Received =
  | {
      readonly kind: "heard";
      readonly event: Inbound;
      readonly heard: Heard;
      readonly reply?: RepliedMail;
    }
  /** It says nothing to us, like an automatic reply. */
  | { readonly kind: "ignored" }
  /** It cannot be read as a mail, now or later. */
  | { readonly kind: "unreadable" };

/** Passes one mail to the sink; rejects only if the sink does. */
export type MailReceiver = (raw: Uint8Array, receivedMs: number) => Promise<Received>;

export interface MailReceiverOptions extends ReadMailOptions {
  readonly parser: MailParser;
  readonly sink: Sink;
  readonly log: (line: string) => void;
}

export function createMailReceiver({
  parser,
  sink,
  log,
  ...read
}: MailReceiverOptions): MailReceiver {
  return async (raw, receivedMs) => {
    const mail = await parse(parser, raw);
    if (mail === undefined) return { kind: "unreadable" };
    const found = readInboundMail({ raw, mail, receivedMs }, read);
    if (found?.kind === "event") {
      const { event, reply } = found;
      return { kind: "heard", event, heard: await sink(event), ...(reply && { reply }) };
    }
    if (found?.kind === "automatic") log("E-mail: a reply that a program wrote was passed over.");
    return { kind: "ignored" };
  };
}

async function parse(parser: MailParser, raw: Uint8Array): Promise<ParsedMail | undefined> {
  try {
    return await parser.simpleParser(Buffer.from(raw), {
      keepDeliveryStatus: true,
      skipTextToHtml: true,
      skipImageLinks: true,
      maxHtmlLengthToParse: MAX_HTML,
      checksumAlgo: "sha256",
    });
  } catch {
    return undefined;
  }
}
