import { randomBytes } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type {
  ChannelSetup,
  CheckLine,
  SetupFound,
  SetupStep,
} from "../../ports/channels/channel.ts";
import { checkImap, checkSmtp } from "./check-email.ts";
import { emailSettingFault, readEmailSettings } from "./email-settings.ts";
import { loadLibrary } from "./load-library.ts";
import { type Provider, providerOf, refusalOf, serversOf } from "./providers.ts";
import { createSmtpSender } from "./smtp-sender.ts";

/** Never stored: it becomes a part of both addresses. */
const PASSWORD = "password";

const textOf = (known: JsonObject, name: string): string => {
  const value = known[name];
  return typeof value === "string" ? value : "";
};
const providerIn = (known: JsonObject) => providerOf(textOf(known, "from"));
const isByPassword = (known: JsonObject) => textOf(known, PASSWORD) !== "";
/** The address of a server is asked for where no password of a known provider gives it. */
const isByAddress = (known: JsonObject) =>
  !isByPassword(known) && !(isKnown(known) && isSet(known));
const isKnown = (known: JsonObject) => providerIn(known) !== undefined;
const isSet = (known: JsonObject) => textOf(known, "smtpUrl") !== "";

/** Asked of a person in this order; what is known by the address is not asked for. */
export const EMAIL_SETUP: ChannelSetup = {
  steps: [],
  linking: "mailed",
  complete,
  get fields() {
    return [
      {
        name: "from",
        label: "Address of the mailbox",
        help: "The bare address that Earshot writes from, such as earshot@example.com.",
        isSecret: false,
        steps: () => [
          "Make a mailbox of its own for Earshot: what Earshot has read there is marked as read. It must take plus addresses, such as earshot+token@example.com.",
        ],
        fault: emailSettingFault("from"),
        attempt: async (known: JsonObject) => ({ lines: mailboxLines(textOf(known, "from")) }),
      },
      {
        name: PASSWORD,
        label: "Password for mail programs",
        help: "It is kept in the addresses of the two servers.",
        isSecret: true,
        isOptional: true,
        when: isKnown,
        steps: (known: JsonObject) => passwordSteps(providerIn(known)),
        attempt: attemptBoth,
      },
      {
        name: "smtpUrl",
        label: "SMTP address",
        help: "Where Earshot sends from: smtps://user:password@smtp.example.com, or smtp:// for a connection that is upgraded to TLS. Percent-encode special characters. Many providers want an app password.",
        isSecret: true,
        when: isByAddress,
        fault: emailSettingFault("smtpUrl"),
        attempt: attemptSmtp,
      },
      {
        name: "imapUrl",
        label: "IMAP address",
        help: "Where replies are read: imaps://user:password@imap.example.com. Leave it empty where a mail server calls the webhook instead; without either, mails only link to the page.",
        isSecret: true,
        isOptional: true,
        when: isByAddress,
        fault: emailSettingFault("imapUrl"),
        attempt: attemptImap,
      },
      {
        name: "imapFolder",
        label: "IMAP folder",
        help: "The folder that replies come to.",
        isSecret: false,
        isOptional: true,
        value: "INBOX",
        when: () => false,
      },
      {
        name: "inboundSecret",
        label: "Webhook secret",
        help: "At least 32 characters, which your mail server sends along. Leave it empty where replies are read over IMAP.",
        isSecret: true,
        isOptional: true,
        when: () => false,
        fault: emailSettingFault("inboundSecret"),
      },
      {
        name: "replySecret",
        label: "Reply secret",
        help: "Signs the address that replies go to. With another one, replies to older mails do not count.",
        isSecret: true,
        value: randomBytes(32).toString("hex"),
        when: () => false,
        fault: emailSettingFault("replySecret"),
      },
    ] as const;
  },
};

function complete({ [PASSWORD]: password, ...given }: JsonObject): JsonObject {
  if (typeof password !== "string" || password === "") return given;
  const user = textOf(given, "from");
  const provider = providerOf(user);
  if (provider === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "A password alone is enough only for addresses of providers that Earshot knows. Give smtpUrl and imapUrl instead.",
      { details: { setting: PASSWORD } },
    );
  }
  return { ...given, ...serversOf(provider, { user, password }) };
}

function mailboxLines(from: string): readonly CheckLine[] {
  const refusal = refusalOf(from);
  if (refusal !== undefined) return [{ isOk: false, text: refusal }];
  const provider = providerOf(from);
  if (provider === undefined) return [];
  const { name, smtp, imap } = provider;
  return [
    { isOk: true, text: `${name}: sends by ${smtp.host}, and replies are read at ${imap.host}.` },
  ];
}

function passwordSteps(provider: Provider | undefined): readonly SetupStep[] {
  if (provider === undefined) return [];
  const { password, page } = provider;
  return page === undefined ? [password] : [password, { label: "Make one:", url: page }];
}

/** Secrets that do not matter for a sign-in are filled in. */
function settingsIn(known: JsonObject) {
  return readEmailSettings({ ...complete(stored(known)), replySecret: "x".repeat(32) });
}

function stored(known: JsonObject): JsonObject {
  const filled = Object.entries(known).filter(([, value]) => value !== "");
  return Object.fromEntries(filled);
}

async function attemptSmtp(known: JsonObject): Promise<SetupFound> {
  const { smtp } = settingsIn({ ...known, imapUrl: "" });
  const nodemailer = await loadLibrary("nodemailer", () => import("nodemailer"));
  return { lines: [await checkSmtp(smtp, createSmtpSender(nodemailer, smtp))] };
}

async function attemptImap(known: JsonObject): Promise<SetupFound> {
  const { imap } = settingsIn(known);
  if (imap === undefined) return { lines: [] };
  return {
    lines: [await checkImap(imap, await loadLibrary("imapflow", () => import("imapflow")))],
  };
}

async function attemptBoth(known: JsonObject): Promise<SetupFound> {
  const both = await Promise.all([attemptSmtp(known), attemptImap(known)]);
  return { lines: both.flatMap(({ lines }) => lines) };
}
