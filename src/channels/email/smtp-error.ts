import { ChannelError } from "../../ports/channels/channel.ts";

/** Long enough for a server that greylists, which refuses the first attempt. */
const GREYLIST_MS = 60_000;
/** How servers say that it was too much at once, whatever code they use. */
const TOO_FAST = /\brates?\b|throttl|too (?:many (?:messages|connections)|quickly|fast)/i;

/**
 * What an SMTP failure means for the hub. The server's own words are left out, because they quote
 * the mail.
 */
export function smtpError(error: unknown, isBodySent: boolean): ChannelError {
  const code = fieldOf(error, "code");
  const status = Number(fieldOf(error, "responseCode"));
  const response = String(fieldOf(error, "response") ?? "");
  const named = nameOf(status, response);
  if (code === "ETLS") {
    return new ChannelError(
      "transient",
      `The mail server accepts no encrypted connection${named}, and nothing is sent without one. Give an address in "smtpUrl" that offers TLS: smtps:// for TLS from the start, smtp:// where it offers STARTTLS, both with a valid certificate.`,
      { cause: error },
    );
  }
  if (status >= 400 && status < 500) return deferred(status, response, error);
  if (code === "EAUTH" || code === "ENOAUTH" || status === 530 || status === 535) {
    return new ChannelError(
      "permanent",
      `The mail server refused the sign-in${named}. Check the user and the password in "smtpUrl"; many providers want an app password.`,
      { cause: error },
    );
  }
  if (status >= 500) {
    return new ChannelError(
      "permanent",
      `The mail server refused the mail for good${named}. Check that the address exists and takes mail.`,
      { cause: error },
    );
  }
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    return new ChannelError("permanent", "The mail server does not accept such a mail.", {
      cause: error,
    });
  }
  return unanswered(error, isBodySent);
}

function deferred(status: number, response: string, cause: unknown): ChannelError {
  const named = nameOf(status, response);
  if (TOO_FAST.test(response)) {
    return new ChannelError("rate", `The mail server accepts no more for now${named}.`, {
      retryAfterMs: GREYLIST_MS,
      cause,
    });
  }
  return new ChannelError("transient", `The mail server asks to try again later${named}.`, {
    ...((status === 450 || status === 451) && { retryAfterMs: GREYLIST_MS }),
    cause,
  });
}

function unanswered(cause: unknown, isBodySent: boolean): ChannelError {
  return isBodySent
    ? new ChannelError(
        "ambiguous",
        "The connection to the mail server broke before it said whether it has taken the mail.",
        { cause },
      )
    : new ChannelError(
        "transient",
        'The mail server cannot be reached, or broke the connection. Check the host and the port in "smtpUrl", and that it offers TLS.',
        { cause },
      );
}

/** The codes of an answer, such as ` (550 5.1.1)`. */
function nameOf(status: number, response: string): string {
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const names = [Number.isNaN(status) ? undefined : String(status), enhanced];
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? "" : ` (${known.join(" ")})`;
}

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
}
