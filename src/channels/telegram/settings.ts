import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";

export interface TelegramSettings {
  readonly token: string;
  /** The bot's own account, which the token begins with. */
  readonly botId: number;
  readonly apiUrl?: string;
  readonly hearing: Hearing;
}

/** How Telegram's events arrive here. */
export type Hearing =
  | { readonly mode: "polling" }
  | { readonly mode: "webhook"; readonly secret: string; readonly url?: string };

const TOKEN = /^(\d{1,15}):[A-Za-z0-9_-]{20,128}$/;
const SECRET = /^[A-Za-z0-9_-]{32,256}$/;

/**
 * Throws INVALID_INPUT with the setting's name. Values are never repeated, since they may be
 * secret.
 */
export function readSettings(settings: JsonObject): TelegramSettings {
  const token = textOf(settings, "token") ?? "";
  const botId = Number(TOKEN.exec(token)?.[1]);
  if (!Number.isSafeInteger(botId)) {
    throw invalid(
      "token",
      "is not the token of a bot, which has a number, a colon and 35 letters. Copy the whole line that BotFather shows",
    );
  }
  const apiUrl = apiUrlOf(settings);
  return { token, botId, hearing: hearingOf(settings), ...(apiUrl && { apiUrl }) };
}

/** One setting is looked at with the least that goes with it. */
const LEAST = { token: `1:${"x".repeat(35)}` };
const HOOKED = { ...LEAST, mode: "webhook", webhookSecret: "x".repeat(32) };
const AROUND = {
  token: {},
  mode: LEAST,
  apiUrl: LEAST,
  webhookSecret: HOOKED,
  webhookUrl: HOOKED,
} as const;
const CALLED: Readonly<Record<string, JsonObject>> = { webhook: HOOKED };

/** What is wrong with the form of one setting; undefined if nothing is. */
export function settingFault(name: keyof typeof AROUND): (value: string) => string | undefined {
  return (value) => {
    try {
      readSettings({ ...AROUND[name], [name]: value, ...CALLED[value] });
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
}

function hearingOf(settings: JsonObject): Hearing {
  const mode = textOf(settings, "mode") ?? "polling";
  if (mode === "polling") return { mode };
  if (mode !== "webhook") throw invalid("mode", 'must be "polling" or "webhook"');
  const secret = textOf(settings, "webhookSecret") ?? "";
  if (!SECRET.test(secret)) {
    throw invalid(
      "webhookSecret",
      "must have 32 to 256 characters of A-Z, a-z, 0-9, _ and -, since without it anybody could press buttons; make one with: openssl rand -hex 32",
    );
  }
  const url = webhookUrlOf(settings);
  return { mode, secret, ...(url && { url }) };
}

function webhookUrlOf(settings: JsonObject): string | undefined {
  const url = textOf(settings, "webhookUrl");
  if (url === undefined) return undefined;
  if (!isSafe(url)) throw invalid("webhookUrl", "must be a URL that begins with https://");
  return url;
}

function apiUrlOf(settings: JsonObject): string | undefined {
  const url = textOf(settings, "apiUrl");
  if (url === undefined) return undefined;
  if (!isSafe(url)) {
    throw invalid("apiUrl", "must be a URL that begins with https://, or is of this machine");
  }
  return url.replace(/\/+$/, "");
}

/** Tokens and events must not cross a network unencrypted. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}

function textOf(settings: JsonObject, name: string): string | undefined {
  const value = settings[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw invalid(name, "must be a text");
  const text = value.trim();
  return text === "" ? undefined : text;
}

function invalid(name: string, fault: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `Telegram's setting ${name} ${fault}.`, {
    details: { setting: name },
  });
}
