import { formatDuration } from "../../domain/duration.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ClockState } from "../../ports/earshot/status.ts";

/** How the clock stands, in a sentence or two. */
export function clockWords({ now, told, state }: ClockState): string {
  const off = formatDuration(Math.abs(toMs(told) - toMs(now)));
  switch (state) {
    case "right":
      return `It is ${now}, by a clock that is right.`;
    case "behind":
      return `It is ${now}. The system's clock says ${told}, ${off} behind the log: it was set back. Time goes on by itself, a tenth slower, until that has caught up.`;
    case "jumped":
      return `The system's clock jumped ahead by ${off}, to ${told}. Nothing is decided, ended or written until an owner accepts that time (npx earshot clock accept) or the clock is right again.`;
  }
}
