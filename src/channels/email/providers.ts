/** What is known of a mail provider, by the domain of its addresses. */
export interface Provider {
  readonly name: string;
  readonly smtp: Server;
  readonly imap: Server;
  /** What the password is: often not the one that a person signs in with. */
  readonly password: string;
  /** Where it is made. */
  readonly page?: string;
}

interface Server {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

const tls = (host: string, port: number): Server => ({ host, port, isTls: true });
const upgraded = (host: string, port: number): Server => ({ host, port, isTls: false });

const APP_PASSWORD =
  "It takes an app password, not the one you sign in with; two-step verification has to be on to make one.";
const OWN_PASSWORD = "It takes the password of the mailbox.";

/** By pattern of the domain. Providers that deliver no plus addresses are told by the check. */
const PROVIDERS: readonly (readonly [RegExp, Provider])[] = [
  [
    /^(?:gmail|googlemail)\.com$/,
    {
      name: "Gmail",
      smtp: tls("smtp.gmail.com", 465),
      imap: tls("imap.gmail.com", 993),
      password: APP_PASSWORD,
      page: "https://myaccount.google.com/apppasswords",
    },
  ],
  [
    /^(?:icloud|me|mac)\.com$/,
    {
      name: "iCloud",
      smtp: upgraded("smtp.mail.me.com", 587),
      imap: tls("imap.mail.me.com", 993),
      password: APP_PASSWORD,
      page: "https://account.apple.com/account/manage",
    },
  ],
  [
    /^fastmail\.(?:com|fm)$/,
    {
      name: "Fastmail",
      smtp: tls("smtp.fastmail.com", 465),
      imap: tls("imap.fastmail.com", 993),
      password: "It takes an app password, not the one you sign in with.",
      page: "https://app.fastmail.com/settings/security/apps",
    },
  ],
  [
    /^zohomail\.com$|^zoho\.com$/,
    {
      name: "Zoho Mail",
      smtp: tls("smtp.zoho.com", 465),
      imap: tls("imap.zoho.com", 993),
      password: APP_PASSWORD,
      page: "https://accounts.zoho.com/home#security/app_password",
    },
  ],
  [
    /^yandex\.(?:com|ru)$/,
    {
      name: "Yandex Mail",
      smtp: tls("smtp.yandex.com", 465),
      imap: tls("imap.yandex.com", 993),
      password: APP_PASSWORD,
      page: "https://id.yandex.com/security/app-passwords",
    },
  ],
  [
    /^mailbox\.org$/,
    {
      name: "mailbox.org",
      smtp: tls("smtp.mailbox.org", 465),
      imap: tls("imap.mailbox.org", 993),
      password: OWN_PASSWORD,
    },
  ],
  [
    /^posteo\.(?:de|net|org)$/,
    {
      name: "Posteo",
      smtp: tls("posteo.de", 465),
      imap: tls("posteo.de", 993),
      password: OWN_PASSWORD,
    },
  ],
  [
    /^(?:proton\.me|protonmail\.com|pm\.me)$/,
    {
      name: "Proton Mail",
      smtp: upgraded("127.0.0.1", 1025),
      imap: upgraded("127.0.0.1", 1143),
      password:
        "Proton Mail Bridge has to run on this machine. It takes the password that Bridge shows.",
    },
  ],
];

export function providerOf(address: string): Provider | undefined {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return PROVIDERS.find(([pattern]) => pattern.test(domain))?.[1];
}

/** Microsoft's mailboxes for private people; those of companies have domains of their own. */
const WITHOUT_PASSWORDS = /^(?:outlook|hotmail|live|msn)\.[a-z.]{2,10}$/;

/** Why no program signs in to such a mailbox with a password; undefined if it may. */
export function refusalOf(address: string): string | undefined {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return WITHOUT_PASSWORDS.test(domain)
    ? `${domain} takes no passwords from mail programs any more, so Earshot cannot sign in there. Use a mailbox of another provider.`
    : undefined;
}

/** The settings that the address and the password of a known provider stand for. */
export function serversOf(
  provider: Provider,
  { user, password }: { readonly user: string; readonly password: string },
): { readonly smtpUrl: string; readonly imapUrl: string } {
  // App passwords are shown in groups of four, and are typed so.
  const isApp = /^[a-z]{4}(?: [a-z]{4}){3}$/.test(password.trim());
  const secret = isApp ? password.replaceAll(" ", "") : password;
  const who = `${encodeURIComponent(user)}:${encodeURIComponent(secret)}`;
  const urlOf = (scheme: "smtp" | "imap", { host, port, isTls }: Server) =>
    `${scheme}${isTls ? "s" : ""}://${who}@${host}:${port}`;
  return { smtpUrl: urlOf("smtp", provider.smtp), imapUrl: urlOf("imap", provider.imap) };
}
