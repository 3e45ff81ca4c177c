import { ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { MAX_KEY_HOLD_MS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { DEFAULT_HOLD_MS } from "../../domain/requests/holds.ts";
import type { Waited } from "../../domain/requests/request.ts";
import { SECOND_MS } from "../../domain/time.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { AskInput, WaitedMany, WaitManyInput } from "../../ports/earshot/requests.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";

/** Below the longest time that a server holds one call. */
const STRETCH_MS = 50_000;
const PAUSE_MS = 500;

export const MAX_WAIT_S = MAX_KEY_HOLD_MS / SECOND_MS;

/** How long this call holds: the key's hold, or less if the model wants less. */
export function holdOf({ holdMs = DEFAULT_HOLD_MS }: ToolExecutionContext, maxWaitS?: number) {
  return maxWaitS === undefined ? holdMs : Math.min(holdMs, maxWaitS * 1_000);
}

interface Hold {
  readonly holdMs: number;
  /** The agent's name for its question. */
  readonly key: string | undefined;
}

/** Asks and holds for the answer. What is still pending afterwards stays open. */
export function askAndHold(
  input: Omit<AskInput, "holdMs">,
  context: ToolExecutionContext,
  hold: Hold,
): Promise<Waited> {
  return startAndHold(context, hold, (more, options) =>
    context.earshot.ask({ ...input, ...more }, options),
  );
}

/**
 * Requests the authorization and holds for the decision. What is still pending afterwards stays
 * open.
 */
export function authorizeAndHold(
  input: Omit<AuthorizeInput, "holdMs">,
  context: ToolExecutionContext,
  hold: Hold,
): Promise<Waited> {
  return startAndHold(context, hold, (more, options) =>
    context.earshot.authorize({ ...input, ...more }, options),
  );
}

type Start = (
  more: { readonly holdMs: number; readonly joinKey?: string },
  options: CallOptions,
) => Promise<Waited>;

async function startAndHold(
  context: ToolExecutionContext,
  { holdMs, key }: Hold,
  start: Start,
): Promise<Waited> {
  const options = { ...optionsOf(context), idempotencyKey: key ?? context.call };
  const first = Math.min(holdMs, STRETCH_MS);
  const asked = await start({ ...present({ joinKey: key }), holdMs: first }, options);
  const { joined, request } = asked;
  if (holdMs <= first || asked.outcome !== "pending" || isToldOpen(asked)) return asked;
  const ended = await holdForOne(request.id, context, holdMs - first);
  return joined === undefined ? ended : { ...ended, joined };
}

/** What a wait needs from its call. */
export type Waiting = Pick<ToolExecutionContext, "earshot" | "signal" | "via" | "now">;

/** Waits until the request closes or the hold is over. */
export function holdForOne(id: RequestId, context: Waiting, holdMs: number): Promise<Waited> {
  const options = optionsOf(context);
  const { earshot, now } = context;
  return inStretches({ holdMs, now }, (ms) => earshot.wait({ id, holdMs: ms }, options));
}

/** Waits until the condition is met or the hold is over. */
export function holdForMany(
  input: Omit<WaitManyInput, "holdMs">,
  context: Waiting,
  holdMs: number,
): Promise<WaitedMany> {
  const options = optionsOf(context);
  const { earshot, now } = context;
  return inStretches({ holdMs, now }, (ms) => earshot.waitMany({ ...input, holdMs: ms }, options));
}

/**
 * Most waits are one stretch. A function that only passes them on would be kept in memory as long.
 */
function inStretches<T extends { readonly outcome: string }>(
  { holdMs, now = Date.now }: { holdMs: number; now: (() => number) | undefined },
  wait: (ms: number) => Promise<T>,
): Promise<T> {
  return holdMs <= STRETCH_MS ? wait(holdMs) : inManyStretches({ holdMs, now }, wait);
}

/** A server that is away or stopping ends a stretch, never the request. */
async function inManyStretches<T extends { readonly outcome: string }>(
  { holdMs, now }: { holdMs: number; now: () => number },
  wait: (ms: number) => Promise<T>,
): Promise<T> {
  const deadline = now() + holdMs;
  for (;;) {
    const left = deadline - now();
    if (left <= STRETCH_MS) return await wait(Math.max(left, 0));
    const held = await orUndefined(wait(STRETCH_MS));
    if (held !== undefined && (held.outcome !== "pending" || isToldOpen(held))) return held;
    // A caller who is turned away, or not served now, would otherwise ask again and again.
    if (deadline - now() > left - PAUSE_MS) await pause(PAUSE_MS);
  }
}

/**
 * Nobody can be reached: an agent that knows this can do something else. Or a person asks it something
 * before they decide.
 */
function isToldOpen(held: object): boolean {
  const isAsked =
    "askedBack" in held ||
    ("requests" in held && (held as WaitedMany).requests.some(({ askedBack }) => askedBack));
  return isAsked || ("undeliverable" in held && held.undeliverable === true);
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Undefined if nobody could answer now, but somebody may later. */
async function orUndefined<T>(held: Promise<T>): Promise<T | undefined> {
  try {
    return await held;
  } catch (error) {
    if (isEarshotError(error) && ERRORS[error.code].retry !== "never") return undefined;
    throw error;
  }
}

export function optionsOf({ signal, via }: Pick<Waiting, "signal" | "via">): CallOptions {
  return via === undefined ? { signal } : { signal, via };
}
