import type { LogLevel } from "@slack/web-api";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";

/** Calls one method of Slack's Web API. Rejects with the library's error, and never retries. */
export type SlackCall = (
  method: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<JsonObject>;

const TIMEOUT_MS = 10_000;

export interface SlackApiOptions {
  readonly token: string;
  readonly apiUrl?: string;
}

export async function openSlackApi({ token, apiUrl }: SlackApiOptions): Promise<SlackCall> {
  const { WebClient } = await loaded(() => import("@slack/web-api"));
  const client = new WebClient(token, clientOptions(apiUrl));
  return async (method, args) =>
    // JSON, as it came over the wire.
    (await client.apiCall(method, wellFormed(args))) as unknown as JsonObject;
}

/** Turns the library's retries and logs off: the hub retries, and logs must hold no content. */
export function clientOptions(apiUrl: string | undefined) {
  return {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: TIMEOUT_MS,
    logger: SILENT,
    ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
  };
}

export const SILENT = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  // The enumeration exists only once the library is loaded.
  getLevel: () => "error" as LogLevel,
};

/** Only users of this channel load Slack's libraries. */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const message =
      "The channel slack needs a library that is not installed. Install it: npm install @slack/web-api@8 @slack/socket-mode@3";
    throw new EarshotError("INVALID_INPUT", message, { cause });
  }
}

/** A lone surrogate cannot be sent. */
function wellFormed(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === "string" ? value.toWellFormed() : value,
  ]);
  return Object.fromEntries(entries);
}
