import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isMailAddress } from "./mail-address.ts";
import { type MailServer, readServerUrl } from "./server-url.ts";

export interface EmailSettings {
  readonly from: string;
  readonly smtp: MailServer;
  readonly replySecret: string;
  readonly imap?: MailServer & { readonly folder: string };
  readonly inboundSecret?: string;
}

const LEAST_SECRET = 32;
/** Room in the local part of an address, less `+`, a delivery's id, a dot and the signature. */
const MOST_NAME = 64 - 1 - 30 - 1 - 16;
const NAMES = new Set(["smtpUrl", "from", "replySecret", "imapUrl", "imapFolder", "inboundSecret"]);

/**
 * Checks the channel's settings. Throws INVALID_INPUT with the name of the wrong one, and never its
 * value.
 */
export function readEmailSettings(settings: JsonObject): EmailSettings {
  const unknown = Object.keys(settings).find((name) => !NAMES.has(name));
  if (unknown !== undefined) {
    throw invalid(
      `The e-mail channel has no setting "${unknown}". It has: ${[...NAMES].join(", ")}.`,
    );
  }
  const smtpUrl = readText(settings, "smtpUrl");
  if (smtpUrl === undefined) {
    throw invalid(
      'The e-mail channel needs "smtpUrl", such as smtps://user:password@mail.example.com.',
    );
  }
  const from = readFrom(settings);
  const imapUrl = readText(settings, "imapUrl");
  const inboundSecret = readSecret(settings, "inboundSecret");
  checkName(from, imapUrl !== undefined || inboundSecret !== undefined);
  return {
    from,
    smtp: readServerUrl(smtpUrl, { setting: "smtpUrl", scheme: "smtp" }),
    replySecret: readReplySecret(settings),
    ...(imapUrl !== undefined && {
      imap: {
        ...readServerUrl(imapUrl, { setting: "imapUrl", scheme: "imap" }),
        folder: readText(settings, "imapFolder") ?? "INBOX",
      },
    }),
    ...(inboundSecret !== undefined && { inboundSecret }),
  };
}

/** What is wrong with the form of one setting; undefined if nothing is. */
export function emailSettingFault(
  name: "smtpUrl" | "from" | "replySecret" | "imapUrl" | "inboundSecret",
): (value: string) => string | undefined {
  return (value) => {
    try {
      readOne(name, value);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
}

function readOne(name: Parameters<typeof emailSettingFault>[0], value: string): void {
  if (name === "from") checkName(readFrom({ from: value }), false);
  else if (name === "smtpUrl") readServerUrl(value, { setting: name, scheme: "smtp" });
  else if (name === "imapUrl") readServerUrl(value, { setting: name, scheme: "imap" });
  else readSecret({ [name]: value }, name);
}

function readFrom(settings: JsonObject): string {
  const from = readText(settings, "from");
  if (from !== undefined && isMailAddress(from)) return from.toLowerCase();
  throw invalid(
    'The e-mail channel needs "from": the bare address that Earshot writes from, such as earshot@example.com.',
  );
}

function checkName(from: string, isRead: boolean): void {
  const name = from.slice(0, from.lastIndexOf("@"));
  if (!isRead || (name.length <= MOST_NAME && !name.includes("+"))) return;
  throw invalid(
    `With replies, the part of "from" before the @ may have at most ${MOST_NAME} characters and no +, since a token is appended to it. Use a short address, such as earshot@example.com.`,
  );
}

function readReplySecret(settings: JsonObject): string {
  const secret = readSecret(settings, "replySecret");
  if (secret !== undefined) return secret;
  throw invalid(
    `The e-mail channel needs "replySecret", at least ${LEAST_SECRET} random characters: openssl rand -hex 32`,
  );
}

function readSecret(settings: JsonObject, name: string): string | undefined {
  const secret = readText(settings, name);
  if (secret === undefined || secret.length >= LEAST_SECRET) return secret;
  throw invalid(
    `"${name}" must have at least ${LEAST_SECRET} characters. Make one: openssl rand -hex 32`,
  );
}

function readText(settings: JsonObject, name: string): string | undefined {
  const value = settings[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`"${name}" must be text that is not empty, or be left out.`);
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message);
}
