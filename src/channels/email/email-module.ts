import type { ChannelModule } from "../../ports/channels/channel.ts";
import { createEmailChannel } from "./email-channel.ts";
import { readEmailSettings } from "./email-settings.ts";
import { EMAIL_SETUP } from "./email-setup.ts";
import { loadLibrary } from "./load-library.ts";
import { createSmtpSender } from "./smtp-sender.ts";

export const emailModule: ChannelModule = {
  kind: "email",
  setup: EMAIL_SETUP,
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
