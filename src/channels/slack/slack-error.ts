import { ChannelError, type ChannelErrorKind } from "../../ports/channels/channel.ts";

/** What an error code of Slack means for the caller. */
const KINDS: Readonly<Record<string, ChannelErrorKind>> = {
  message_not_found: "gone",
  cant_update_message: "gone",
  edit_window_closed: "gone",
  ratelimited: "rate",
  rate_limited: "rate",
  message_limit_exceeded: "rate",
  service_unavailable: "transient",
  accesslimited: "transient",
  // For these two, Slack says that part of the work may have been done.
  internal_error: "ambiguous",
  fatal_error: "ambiguous",
  request_timeout: "ambiguous",
};

/** Codes of calls that never reached Slack, so that nothing can have been done. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

const RETRY_MS = 30_000;

/** What a failed call to Slack means. Its message contains only the method and Slack's code. */
export function channelErrorOf(method: string, error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  const found = (error ?? {}) as Partial<SlackFailure>;
  switch (found.code) {
    case "slack_webapi_rate_limited_error":
      return rateLimited(method, (found.retryAfter ?? RETRY_MS / 1_000) * 1_000);
    case "slack_webapi_http_error":
      return httpError(method, found.statusCode ?? 0);
    case "slack_webapi_platform_error":
      return platformError(method, found.data?.error);
    case "slack_webapi_request_error":
      return requestError(method, found.original);
    default:
      // The library has no class for a 429 without a waiting time.
      return /^Retry header/.test(found.message ?? "")
        ? rateLimited(method, RETRY_MS)
        : new ChannelError("ambiguous", `Slack's answer to ${method} could not be read.`);
  }
}

/** The code with which Slack refused a call, for callers that treat some refusals as done. */
export function refusalCodeOf(error: unknown): string | undefined {
  const found = (error ?? {}) as Partial<SlackFailure>;
  return found.code === "slack_webapi_platform_error" ? found.data?.error : undefined;
}

interface SlackFailure {
  readonly code: string;
  readonly message: string;
  readonly retryAfter: number;
  readonly statusCode: number;
  readonly data: { readonly error?: string };
  readonly original: Error;
}

function rateLimited(method: string, retryAfterMs: number): ChannelError {
  const message = `Slack takes no ${method} for another ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return new ChannelError("rate", message, { retryAfterMs });
}

function httpError(method: string, status: number): ChannelError {
  const message = `Slack answered ${method} with HTTP ${status}.`;
  // Only 503 says that the server has not begun. A gateway knows nothing about the server after it.
  if (status > 499 && status !== 503) return new ChannelError("ambiguous", message);
  return new ChannelError(status === 503 ? "transient" : "permanent", message);
}

function platformError(method: string, code: string | undefined): ChannelError {
  // Anything but a code comes from something between here and Slack, and could say anything.
  if (code === undefined || !/^[a-z_]{1,60}$/.test(code)) {
    return new ChannelError("ambiguous", `What answered ${method} was not Slack.`);
  }
  const kind = KINDS[code] ?? "permanent";
  if (kind === "rate") return rateLimited(method, RETRY_MS);
  return new ChannelError(kind, `Slack refused ${method}: ${code}.${helpOf(code)}`);
}

function helpOf(code: string): string {
  switch (code) {
    case "not_in_channel":
      return " Invite the app to the channel: /invite @Earshot.";
    case "channel_not_found":
      return " Check the channel's id, and invite the app if the channel is private.";
    case "invalid_auth":
    case "token_revoked":
    case "account_inactive":
      return " Install the app again and give its new bot token.";
    case "missing_scope":
      return " Add the scope under OAuth & Permissions, and install the app again.";
    default:
      return "";
  }
}

function requestError(method: string, original: Error | undefined): ChannelError {
  const code = systemCodeOf(original);
  if (code !== undefined && NOT_SENT.has(code)) {
    return new ChannelError("transient", `Slack cannot be reached (${code}).`);
  }
  const why = original?.name === "TimeoutError" ? "timed out" : "lost its connection";
  return new ChannelError("ambiguous", `${method} ${why}, so Slack may have done it.`);
}

/** `fetch` wraps the fault, several times if it tried several addresses. */
function systemCodeOf(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === "string") return code;
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return undefined;
}
