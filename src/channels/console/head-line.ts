import type { ShownRequest } from "../../domain/requests/request.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { askersShort } from "../../render/askers.ts";
import { foldWords } from "../../render/fold-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Next } from "./next-to-ask.ts";

/** Who asks, since when, and how many wait behind it: `scout asks · 3 min ago · 2 wait behind it · req_…`. */
export function headLine({ request, fold, waiting, isMore, forOthers }: Next, now: number): string {
  const behind = `${waiting === 1 && !isMore ? "1 waits" : `${waiting} wait`} behind it`;
  return [
    `${askersShort(request)} ${verbOf(request)}`,
    ...age(request, now),
    ...(waiting > 0 || isMore ? [isMore ? `at least ${behind}` : behind] : []),
    ...(forOthers === 0 ? [] : [`${isMore ? "at least " : ""}${forOthers} for others`]),
    ...(fold === undefined ? [] : [foldWords(fold)]),
    request.id,
  ].join(" · ");
}

function verbOf({ kind, alsoAskedBy = [] }: ShownRequest): string {
  if (kind === "authorization") return "wants to act";
  return alsoAskedBy.length === 0 ? "asks" : "ask";
}

/** Who else asks the same, one line each, and how to exclude one of them. */
export function alsoAskedLines({ alsoAskedBy = [] }: Pick<ShownRequest, "alsoAskedBy">): string[] {
  return alsoAskedBy.map(
    ({ agentName, id }) =>
      `${oneLine(agentName, 80)} asks the same and gets the same answer, unless you run: npx earshot separate ${id}`,
  );
}

/** Empty for what has just come, or if the two clocks differ. */
function age({ createdAt }: ShownRequest, now: number): string[] {
  const ms = now - Date.parse(createdAt);
  if (ms < MINUTE_MS) return [];
  if (ms < HOUR_MS) return [`${Math.floor(ms / MINUTE_MS)} min ago`];
  return [ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h ago` : `${Math.floor(ms / DAY_MS)} d ago`];
}
