import { randomBytes } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import type { ChannelModule, ChannelSetup } from "../../ports/channels/channel.ts";
import { createEmailChannel } from "./email-channel.ts";
import { readEmailSettings } from "./email-settings.ts";
import { createSmtpSender } from "./smtp-sender.ts";

const emailSetup: ChannelSetup = {
  steps: [
    "Make a mailbox of its own for Earshot, such as earshot@example.com: what Earshot has read there is marked as read.",
    "The mailbox must take plus addresses, such as earshot+token@example.com: Gmail, Microsoft 365, Fastmail and Postfix do.",
    "Where the provider asks for a second factor, make an app password for SMTP and IMAP.",
    "So that replies count, give the IMAP address; or have your mail server POST each raw message to https://YOUR-HOST/hooks/email/inbound with the header: authorization: Bearer SECRET",
    "Without either, mails only link to the page.",
  ],
  get fields() {
    return [
      {
        name: "smtpUrl",
        label: "SMTP address",
        help: "Where Earshot sends from: smtps://user:password@smtp.example.com, or smtp:// for a connection that is upgraded to TLS. Percent-encode special characters.",
        isSecret: true,
      },
      {
        name: "from",
        label: "Sender",
        help: "The bare address that Earshot writes from, such as earshot@example.com.",
        isSecret: false,
      },
      {
        name: "imapUrl",
        label: "IMAP address",
        help: "Where replies are read: imaps://user:password@imap.example.com. Leave it empty where a mail server calls the webhook instead.",
        isSecret: true,
        isOptional: true,
      },
      {
        name: "imapFolder",
        label: "IMAP folder",
        help: "The folder that replies come to.",
        isSecret: false,
        isOptional: true,
        value: "INBOX",
      },
      {
        name: "inboundSecret",
        label: "Webhook secret",
        help: "At least 32 characters, which your mail server sends along. Leave it empty where replies are read over IMAP.",
        isSecret: true,
        isOptional: true,
      },
      {
        name: "replySecret",
        label: "Reply secret",
        help: "Signs the address that replies go to. It was made for you just now; with another one, replies to older mails do not count.",
        isSecret: true,
        value: randomBytes(32).toString("hex"),
      },
    ] as const;
  },
};

export const emailModule: ChannelModule = {
  kind: "email",
  setup: emailSetup,
  async open(given, ports) {
    const settings = readEmailSettings(given);
    const { smtp, imap, inboundSecret } = settings;
    const nodemailer = await loadLibrary("nodemailer", () => import("nodemailer"));
    const isRead = imap !== undefined || inboundSecret !== undefined;
    return createEmailChannel({
      ...ports,
      settings,
      sender: createSmtpSender(nodemailer, smtp),
      ...(isRead && { parser: await loadLibrary("mailparser", () => import("mailparser")) }),
      ...(imap && { imap: await loadLibrary("imapflow", () => import("imapflow")) }),
    });
  },
};

/**
 * Loads a library that only this channel needs. Throws INVALID_INPUT that says how to install it.
 */
async function loadLibrary<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The e-mail channel needs the package ${name}, which is not installed here: npm install ${name}`,
      { cause },
    );
  }
}
