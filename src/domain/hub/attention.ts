import { EarshotError } from "../errors.ts";
import { languageTag } from "../language-tag.ts";
import { MINUTE_MS } from "../time.ts";
import { checkTimeZone } from "../zone-time.ts";
import type { HeldFor } from "./delivery.ts";
import type { Attention } from "./link.ts";

/*
 * When an operator is interrupted. Times of the day are in the operator's zone. The matching moment in
 * UTC is found by trying each minute, so hours that a zone skips or repeats need no special case.
 */
const DAY_MINUTES = 24 * 60;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** The first moment at which something that is not urgent may arrive, and what delays it until then. */
export function freeMoment(
  attention: Attention | undefined,
  nowMs: number,
): { readonly atMs: number; readonly heldFor?: HeldFor } {
  if (attention === undefined) return { atMs: nowMs };
  const zone = minutesIn(attention.timeZone ?? "UTC");
  const minute = zone(nowMs);
  const start = nowMs - (nowMs % MINUTE_MS);
  const { quiet, digest } = attention;
  if (quiet !== undefined && isWithin(minute, quiet)) {
    const isOver = (at: number) => !isWithin(at, quiet);
    return { atMs: findMinute(start, zone, isOver), heldFor: "quiet_hours" };
  }
  if (digest !== undefined && digest.length > 0) {
    const times = digest.map(minutes);
    const isFree = (at: number) =>
      times.includes(at) && (quiet === undefined || !isWithin(at, quiet));
    if (isFree(minute)) return { atMs: nowMs };
    return { atMs: findMinute(start, zone, isFree), heldFor: "digest" };
  }
  return { atMs: nowMs };
}

/** Throws INVALID_INPUT, which says what is wrong. */
export function checkAttention(attention: Omit<Attention, "operator">): void {
  const { language, timeZone, quiet, digest, perHour } = attention;
  if (language !== undefined && languageTag(language) !== language) {
    throw invalid("A language is named as de or de-AT.");
  }
  if (timeZone !== undefined) checkTimeZone(timeZone);
  if (quiet !== undefined) checkQuiet(quiet);
  if (digest !== undefined) checkDigest(digest, quiet);
  const isCount =
    perHour === undefined || (Number.isInteger(perHour) && perHour >= 1 && perHour <= 1_000);
  if (!isCount) throw invalid("1 to 1,000 items an hour may come one by one.");
}

function checkQuiet({ from, to }: NonNullable<Attention["quiet"]>): void {
  for (const time of [from, to]) checkTime(time);
  if (from !== to) return;
  throw invalid("Quiet hours that begin when they end would hold everything. Leave them out.");
}

function checkDigest(digest: readonly string[], quiet: Attention["quiet"]): void {
  for (const time of digest) checkTime(time);
  if (digest.length === 0 || digest.length > 24) {
    throw invalid("A digest comes at 1 to 24 times of the day.");
  }
  if (quiet === undefined || digest.some((time) => !isWithin(minutes(time), quiet))) return;
  throw invalid("All times of the digest lie in the quiet hours: nothing would ever come.");
}

function checkTime(time: string): void {
  if (!TIME.test(time)) {
    throw invalid(`${JSON.stringify(time)} is not a time of day such as 22:00.`);
  }
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { details: { what: "attention" } });
}

function minutes(time: string): number {
  const [, hours = "0", rest = "0"] = TIME.exec(time) ?? [];
  return Number(hours) * 60 + Number(rest);
}

function isWithin(
  minute: number,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  const [start, end] = [minutes(from), minutes(to)];
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

/** Gives the minute of the day of a moment in a zone. */
function minutesIn(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return (ms) => minutes(format.format(ms));
}

/** Two days contain every minute of the day in every zone: a minute skipped on one day is in the next. */
function findMinute(
  startMs: number,
  zone: (ms: number) => number,
  isIt: (minute: number) => boolean,
): number {
  for (let step = 1; step <= 2 * DAY_MINUTES; step++) {
    const ms = startMs + step * MINUTE_MS;
    if (isIt(zone(ms))) return ms;
  }
  return startMs + DAY_MINUTES * MINUTE_MS;
}
