import { ChannelError, type CheckLine } from "../../ports/channels/channel.ts";
import type { EmailSettings } from "./email-settings.ts";
import { connectImap, type ImapLibrary } from "./imap-connection.ts";
import type { SmtpSender } from "./smtp-sender.ts";

export interface CheckEmailOptions {
  readonly settings: EmailSettings;
  readonly sender: SmtpSender;
  readonly imap: ImapLibrary | undefined;
}

/** Providers known to reject `name+anything@` instead of delivering it to `name@`. */
const WITHOUT_PLUS =
  /^(?:yahoo\.|ymail\.com$|rocketmail\.com$|aol\.|gmx\.|web\.de$|t-online\.de$|qq\.com$|163\.com$)/;

/** Signs in wherever the channel does, and sends nothing. */
export async function checkEmail(options: CheckEmailOptions): Promise<readonly CheckLine[]> {
  const { settings, sender, imap } = options;
  const { smtp, imap: folder, inboundSecret } = settings;
  const lines = [
    await tried(`The SMTP server ${smtp.host}:${smtp.port} takes the sign-in.`, () =>
      sender.verify(),
    ),
  ];
  if (folder !== undefined && imap !== undefined) {
    const well = `The IMAP server ${folder.host}:${folder.port} takes the sign-in and has the folder.`;
    lines.push(
      await tried(well, async () => {
        const client = await connectImap(imap, folder);
        await client.logout().catch(() => client.close());
      }),
    );
  }
  if (inboundSecret !== undefined) {
    lines.push({ isOk: true, text: "Replies are taken at /hooks/email/inbound with the secret." });
  }
  return [...lines, replyLine(settings)];
}

async function tried(well: string, attempt: () => Promise<void>): Promise<CheckLine> {
  try {
    await attempt();
    return { isOk: true, text: well };
  } catch (error) {
    const text =
      error instanceof ChannelError ? error.message : "The mail server broke the connection.";
    return { isOk: false, text };
  }
}

function replyLine({ from, imap, inboundSecret }: EmailSettings): CheckLine {
  if (imap === undefined && inboundSecret === undefined) {
    return {
      isOk: true,
      text: 'Replies are not read: mails only link to the page. To read them, set "imapUrl" or "inboundSecret".',
    };
  }
  const at = from.lastIndexOf("@");
  const [name, domain] = [from.slice(0, at), from.slice(at + 1)];
  if (WITHOUT_PLUS.test(domain)) {
    return {
      isOk: false,
      text: `${domain} does not bring mail for ${name}+token@${domain} to ${from}, so that replies are lost. Use a provider with plus addresses.`,
    };
  }
  return {
    isOk: true,
    text: `Replies go to ${name}+token@${domain}, which must reach ${from}: send a mail to ${name}+test@${domain} to see that it does.`,
  };
}
