import { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

export interface WebhookSettings {
  /** `whsec_` and base64, in the form of Standard Webhooks. */
  readonly secret: string;
  readonly allowPrivate: boolean;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where answers should be sent, as the receiver reaches it. */
  readonly callbackUrl: string | undefined;
}

const KNOWN = ["secret", "allowPrivate", "headers", "callbackUrl"];
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
/** Headers that the channel or the connection sets itself. */
const OWN_HEADERS =
  /^(?:webhook-.*|content-.*|host|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/;

/**
 * Checks the settings. Throws INVALID_INPUT with the name of the wrong one, and never its value.
 */
export function webhookSettings(settings: JsonObject): WebhookSettings {
  const unknown = Object.keys(settings).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw invalid(`has no setting "${unknown.slice(0, 40)}". It takes ${KNOWN.join(", ")}`);
  }
  const { allowPrivate = false } = settings;
  if (typeof allowPrivate !== "boolean") throw invalid("needs allowPrivate to be true or false");
  return {
    secret: secretOf(settings["secret"]),
    allowPrivate,
    headers: headersOf(settings["headers"] ?? {}),
    callbackUrl: callbackUrlOf(settings["callbackUrl"]),
  };
}

/** What is wrong with the form of one setting; undefined if nothing is. */
export function settingFault(
  name: "secret" | "callbackUrl",
): (value: string) => string | undefined {
  return (value) => {
    try {
      if (name === "secret") secretOf(value);
      else callbackUrlOf(value);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
}

function secretOf(secret: Json | undefined): string {
  const [, text] =
    typeof secret === "string" ? (/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []) : [];
  const bytes = Buffer.from(text ?? "", "base64");
  const isWhole = bytes.toString("base64") === text;
  if (isWhole && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES) {
    return `whsec_${text}`;
  }
  throw invalid(
    `needs a secret: "whsec_" and the base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} random bytes. This makes one: echo "whsec_$(openssl rand -base64 32)"`,
  );
}

function headersOf(headers: Json): Record<string, string> {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) {
    throw invalid("needs headers to be an object of names and values");
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]): [string, string] => {
      const lower = name.toLowerCase();
      const isName = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(lower);
      const isFree = isName && !OWN_HEADERS.test(lower);
      const isValue = typeof value === "string" && /^[\x20-\x7e]{0,4096}$/.test(value);
      if (isFree && isValue) return [lower, value];
      const shown = isName ? lower : "one of them";
      throw invalid(
        isFree
          ? `needs the header ${shown} to be printable ASCII text`
          : `cannot set the header ${shown} itself; leave it out of headers`,
      );
    }),
  );
}

function callbackUrlOf(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw invalid(
    "needs callbackUrl to be the URL of /hooks/webhook/callback as the receiver reaches it",
  );
}

function invalid(what: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `The webhook channel ${what}.`);
}
