import { DAY_MS } from "../../domain/time.ts";
import { ChannelError } from "../../ports/channels/channel.ts";
import type { Receipt } from "./send-event.ts";

const MAX_RETRY_AFTER_MS = DAY_MS;
/** The receiver asks for the same call again: it has waited too long, or will not risk a replay. */
const AGAIN = [408, 425];
const NOT_THERE = [404, 410];

interface Attempt {
  readonly host: string;
  readonly job: "post" | "edit";
  readonly nowMs: number;
}

/**
 * A lost connection is not an ambiguous send here. Repeats have the same webhook-id, by which every
 * Standard Webhooks receiver recognises them.
 */
export function lostError(error: unknown, host: string): ChannelError {
  if (error instanceof ChannelError) return error;
  const { code = "no code" } = error as NodeJS.ErrnoException;
  const what = code === "ABORT_ERR" ? "did not answer in 15 s" : `could not be reached (${code})`;
  return new ChannelError(
    "transient",
    `${host} ${what}. Check that the receiver is up and its address right.`,
  );
}

/** What a receiver's reply means if it has not taken the event. */
export function receiptError(
  { status, retryAfter }: Receipt,
  { host, job, nowMs }: Attempt,
): ChannelError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const said = `${host} answered with ${status}.`;
  const retryAfterMs = waitOf(retryAfter, nowMs);
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    return new ChannelError("rate", `${said} It takes no more for now.`, wait);
  }
  const { kind, advice } = verdictOf(status, job);
  return new ChannelError(kind, `${said} ${advice}`);
}

function verdictOf(status: number, job: Attempt["job"]) {
  if (status >= 500 || AGAIN.includes(status)) {
    return { kind: "transient", advice: "Look at the receiver's log." } as const;
  }
  if (job === "edit" && NOT_THERE.includes(status)) {
    return { kind: "gone", advice: "It does not have what was to be changed." } as const;
  }
  const advice =
    status < 400
      ? "Redirects are not followed; give the URL that it leads to."
      : "Check the URL and the secret on both sides.";
  return { kind: "permanent", advice } as const;
}

/** Seconds or a date, as in HTTP. */
function waitOf(retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
