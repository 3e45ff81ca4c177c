import type { Insights } from "../../ports/earshot/inbox.ts";
import { say } from "./messages/messages.ts";
import { percent, timeText } from "./words.ts";

type Dwell = Insights["dwell"];
const HASTE_MS = 2_000;

export interface DwellBar {
  readonly text: string;
  readonly count: number;
  /** Decided in less than 2 s: nobody can have read it. */
  readonly isHasty: boolean;
}

export function dwellBars({ buckets }: Dwell): readonly DwellBar[] {
  return buckets.map(({ fromMs, toMs, count }) => ({
    text: rangeText(fromMs, toMs),
    count,
    isHasty: toMs !== undefined && toMs <= HASTE_MS,
  }));
}

function rangeText(from: number, to: number | undefined): string {
  if (to === undefined) return say("dwell.over", { time: timeText(from) });
  if (from === 0) return say("dwell.under", { time: timeText(to) });
  return say("range", { from: timeText(from), to: timeText(to) });
}

export function dwellSentence({ decided, underTwoSeconds }: Dwell): string {
  if (decided === 0) return say("dwell.none");
  const share = percent(underTwoSeconds, decided);
  const rest =
    underTwoSeconds === 0
      ? say("dwell.none-quick")
      : say("dwell.quick", { count: underTwoSeconds, share });
  return [say("dwell.decided", { count: decided }), rest].join(" ");
}
