import type { ShownRequest } from "../../domain/requests/request.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { askersShort } from "../../render/askers.ts";
import { foldWords } from "../../render/fold-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Next } from "./next-to-ask.ts";
import type { Voice } from "./voice.ts";

/** Who asks, since when, and how many wait behind it: `scout asks · 3 min ago · 2 wait behind it · req_…`. */
export function headLine(
  { request, fold, waiting, isMore, forOthers }: Next,
  now: number,
  voice: Voice,
): string {
  const { own, words } = voice;
  const behind = { count: waiting };
  const others = { count: forOthers };
  return [
    whoAsks(request, voice),
    ...age(request, now, own),
    ...(waiting > 0 || isMore ? [own.say(isMore ? "behind.least" : "behind.count", behind)] : []),
    ...(forOthers === 0 ? [] : [own.say(isMore ? "head.others_least" : "head.others", others)]),
    ...(fold === undefined ? [] : [foldWords(fold, words)]),
    request.id,
  ].join(" · ");
}

function whoAsks(request: ShownRequest, { own, words }: Voice): string {
  const who = askersShort(request, words);
  const { kind, alsoAskedBy = [] } = request;
  if (kind === "authorization") return own.say("asks.action", { who });
  return own.say(alsoAskedBy.length === 0 ? "asks.one" : "asks.many", { who });
}

/** Who else asks the same, one line each, and how to exclude one of them. */
export function alsoAskedLines(
  { alsoAskedBy = [] }: Pick<ShownRequest, "alsoAskedBy">,
  { own }: Voice,
): string[] {
  return alsoAskedBy.map(({ agentName, id }) =>
    own.say("also.asks", { agent: oneLine(agentName, 80), id }),
  );
}

/** Empty for what has just come, or if the two clocks differ. */
function age({ createdAt }: ShownRequest, now: number, own: Voice["own"]): string[] {
  const ms = now - Date.parse(createdAt);
  if (ms < MINUTE_MS) return [];
  if (ms < HOUR_MS) return [own.say("ago.min", { count: Math.floor(ms / MINUTE_MS) })];
  return [
    ms < DAY_MS
      ? own.say("ago.h", { count: Math.floor(ms / HOUR_MS) })
      : own.say("ago.d", { count: Math.floor(ms / DAY_MS) }),
  ];
}
