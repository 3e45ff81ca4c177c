import type { Insights } from "../../ports/earshot/inbox.ts";
import { say } from "./messages/messages.ts";
import { listed, timeText } from "./words.ts";

export type AnswerTimes = Insights["answerTimes"][number];
export type Stake = AnswerTimes["level"];

/** Lowest first, with questions before them. */
const STAKES: readonly Stake[] = ["QUESTION", "LOW", "MEDIUM", "HIGH", "CRITICAL"];

export function stakeText(stake: Stake): string {
  return stake === "QUESTION" ? say("questions") : stake;
}

/** Everything that was answered, the lowest level first. */
export function answered(times: Insights["answerTimes"]): readonly AnswerTimes[] {
  return times
    .filter(({ count, ms }) => count > 0 && ms.length > 0)
    .toSorted((a, b) => STAKES.indexOf(a.level) - STAKES.indexOf(b.level));
}

/** The quantile closest to `share`. */
export function quantile({ ms }: AnswerTimes, share: number): number {
  return ms[Math.round(share * (ms.length - 1))] ?? 0;
}

export interface EcdfPoint {
  readonly ms: number;
  /** Of all, 0 to 1: how many were answered by then. */
  readonly share: number;
}

/** The corners of the curve: at each time, the share answered by then. */
export function ecdf({ ms }: AnswerTimes): readonly EcdfPoint[] {
  const last = Math.max(ms.length - 1, 1);
  const points: EcdfPoint[] = [];
  for (const [index, at] of ms.entries()) {
    const share = index / last;
    const former = points.at(-1);
    // Of equal times, only where the curve enters and leaves is drawn.
    if (former?.ms === at && points.at(-2)?.ms === at) points.pop();
    points.push({ ms: at, share });
  }
  return points;
}

/** The longest and shortest time of all curves. */
export function reach(times: readonly AnswerTimes[]): { least: number; most: number } {
  const all = times.flatMap((one) => [quantile(one, 0), quantile(one, 1)]);
  return { least: Math.min(...all), most: Math.max(...all) };
}

export function answerTimesSentence(times: readonly AnswerTimes[]): string {
  const total = times.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return say("answers.none");
  const parts = times.map((one) =>
    say("answers.half-of", { time: timeText(quantile(one, 0.5)), what: nameOf(one.level) }),
  );
  const slowest = times.reduce((most, one) => (slow(one) > slow(most) ? one : most));
  return [
    say("answers.half", { parts: listed(parts) }),
    say("answers.slowest", { what: nameOf(slowest.level), time: timeText(slow(slowest)) }),
    say("answers.total", { count: total }),
  ].join(" ");
}

function slow(one: AnswerTimes): number {
  return quantile(one, 0.9);
}

function nameOf(stake: Stake): string {
  return stake === "QUESTION" ? say("questions.inside") : stake;
}
