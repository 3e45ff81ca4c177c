import { ChannelError, type CheckLine } from "../../ports/channels/channel.ts";
import type { EmailSettings } from "./email-settings.ts";
import { connectImap, type ImapFolder, type ImapLibrary } from "./imap-connection.ts";
import type { MailServer } from "./server-url.ts";
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
  const lines = [await checkSmtp(smtp, sender)];
  if (folder !== undefined && imap !== undefined) lines.push(await checkImap(folder, imap));
  if (inboundSecret !== undefined) {
    lines.push({ isOk: true, text: "Replies are taken at /hooks/email/inbound with the secret." });
  }
  return [...lines, replyLine(settings)];
}

export async function checkSmtp(
  { host, port }: MailServer,
  sender: Pick<SmtpSender, "verify">,
): Promise<CheckLine> {
  return await tried(`The SMTP server ${host}:${port} takes the sign-in.`, () => sender.verify());
}

export async function checkImap(folder: ImapFolder, imap: ImapLibrary): Promise<CheckLine> {
  const well = `The IMAP server ${folder.host}:${folder.port} takes the sign-in and has the folder.`;
  return await tried(well, async () => {
    const client = await connectImap(imap, folder);
    await client.logout().catch(() => client.close());
  });
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
