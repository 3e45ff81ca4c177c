import type { Insights } from "../../ports/earshot/inbox.ts";
import { counted, percent, timeText } from "./words.ts";

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
  if (to === undefined) return `over ${timeText(from)}`;
  if (from === 0) return `under ${timeText(to)}`;
  return `${timeText(from)} to ${timeText(to)}`;
}

export function dwellSentence({ decided, underTwoSeconds }: Dwell): string {
  if (decided === 0) return "Nothing that was seen in the inbox was decided in this time.";
  const share = percent(underTwoSeconds, decided);
  const rest =
    underTwoSeconds === 0
      ? "None was decided in less than 2 s after it was first seen."
      : `${underTwoSeconds} of them, ${share}, came less than 2 s after it was first seen.`;
  return `${counted(decided, "decision")} of what was seen in the inbox. ${rest}`;
}
