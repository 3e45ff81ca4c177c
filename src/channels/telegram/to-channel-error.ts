import { ChannelError } from "../../ports/channels/channel.ts";

/** What the Bot API says when it refuses, as the library passes it on. */
export interface Refusal {
  readonly code: number;
  readonly description: string;
  readonly retryAfterSeconds?: number;
  readonly migratedTo?: number;
}

const DEFAULT_RETRY_SECONDS = 5;

/** Error codes of connections that were never made. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS/;

/** Telegram's own wording. Quotes or slashes could come from our own content. */
const OWN_WORDS = /^[\w:;,.() '-]{1,160}$/;

/**
 * The error as the hub knows it. The library's error is dropped, because it holds the message and
 * the token.
 */
export function toChannelError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  const refusal = refusalIn(error);
  if (refusal !== undefined) return ofRefusal(refusal);
  const code = codeIn(error);
  if (code !== undefined && UNSENT.test(code)) {
    return new ChannelError(
      "transient",
      `Telegram cannot be reached (${code}). Check this machine's connection; it is tried again.`,
    );
  }
  return new ChannelError(
    "ambiguous",
    `The connection to Telegram was lost after the call${code === undefined ? "" : ` (${code})`}; it may have been done.`,
  );
}

function ofRefusal(refusal: Refusal): ChannelError {
  const { code, description, migratedTo } = refusal;
  const said = `${code}${OWN_WORDS.test(description) ? ` ${description}` : ""}`;
  if (code === 429) {
    const seconds = Math.max(refusal.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS, 1);
    return new ChannelError("rate", `Telegram asks to wait for ${seconds} s.`, {
      retryAfterMs: seconds * 1_000,
    });
  }
  if (migratedTo !== undefined) {
    return permanent(
      `The group has become a supergroup with the id ${migratedTo}. Change the address to it.`,
    );
  }
  if (code === 401 || code === 404) {
    return permanent(
      `Telegram does not know the bot's token (${said}). Get the token from @BotFather and set it again.`,
    );
  }
  if (code === 403) {
    return permanent(
      `The bot may not write there (${said}). The person must send it /start, or the group add it again.`,
    );
  }
  if (isGone(description)) return new ChannelError("gone", `It is not there any more (${said}).`);
  return ofOther(code, said);
}

function ofOther(code: number, said: string): ChannelError {
  if (code === 409) return new ChannelError("transient", `Telegram fails for now (${said}).`);
  // A gateway that gives up says nothing about the server after it, and neither does a fault
  // within.
  if (code >= 500) {
    return new ChannelError(
      "ambiguous",
      `Telegram failed after the call (${said}); it may have been done.`,
    );
  }
  return permanent(
    `Telegram refuses it (${said}). Check the id of the chat, and that the bot is in it.`,
  );
}

function permanent(message: string): ChannelError {
  return new ChannelError("permanent", message);
}

function isGone(description: string): boolean {
  return /message to (?:edit|react) not found|message can't be edited|MESSAGE_ID_INVALID/i.test(
    description,
  );
}

/** What the Bot API refused with; undefined if the call did not get that far. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !("error_code" in error)) return undefined;
  const { error_code: code } = error;
  if (typeof code !== "number") return undefined;
  const given = "parameters" in error ? error.parameters : undefined;
  const seconds = numberIn(given, "retry_after");
  const chat = numberIn(given, "migrate_to_chat_id");
  return {
    code,
    description: "description" in error ? String(error.description) : "",
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    ...(chat !== undefined && { migratedTo: chat }),
  };
}

function numberIn(value: unknown, name: string): number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** The code of the innermost fault, since libraries wrap it. */
function codeIn(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 5) return undefined;
  const inner: unknown = Reflect.get(error, "cause") ?? Reflect.get(error, "error");
  const code: unknown = Reflect.get(error, "code");
  return codeIn(inner, depth + 1) ?? (typeof code === "string" ? code : undefined);
}
