import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { MAX_WAITED } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import {
  type Request,
  type ShownRequest,
  type Waited,
  waited,
} from "../../domain/requests/request.ts";
import type { WaitedMany, WaitInput, WaitManyInput } from "../../ports/earshot/requests.ts";
import { findRequest } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { isUndeliverable } from "../planning/undeliverable.ts";
import { withUse, withUses } from "../verdict/approval-use.ts";
import { awaitClose, type Held, type WaitEnd } from "../waking/waiters.ts";
import { expireDue } from "./expire.ts";
import { startClock } from "./start-clock.ts";

/** How long a wait lasts at most that begins while its agent owes a person an answer. */
const ASKED_HOLD_MS = 15_000;

/** Waits for one request to close; `pending` if the hold ends first. The request lives on. */
export async function wait(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<WaitInput>,
): Promise<Waited> {
  requireRight(caller, "read");
  const { id, holdMs = 0 } = input;
  // Returned without await, because thousands may wait here.
  return hold(ctx, caller, { id, holdMs, signal: options?.signal });
}

/** Waits for one request without checking rights, for use cases that checked their own. */
export async function hold(
  ctx: Context,
  caller: Caller,
  { id, holdMs, signal }: { id: RequestId; holdMs: number; signal: AbortSignal | undefined },
): Promise<Waited> {
  const boundMs = boundedHold(ctx, holdMs);
  if (boundMs === 0) return await told(ctx, await lastLook(ctx, caller, id));
  // Attached before the read, so a close between the two is not missed.
  const held = awaitClose(ctx, [id], { holdMs: boundMs, signal });
  try {
    const { closed, isAsked } = await lookNow(ctx, caller, id);
    if (closed !== undefined) return await told(ctx, closed);
    const end = await (isAsked ? endedSoon(ctx, held) : held.closed);
    if (end === "aborted") throw signal?.reason;
    return await told(ctx, typeof end === "string" ? await lastLook(ctx, caller, id) : end);
  } finally {
    held.cancel();
  }
}

/**
 * The result of a wait: for an approval what became of it, for an open request whether anybody can
 * be reached.
 */
async function told(ctx: Context, request: Request): Promise<Waited> {
  if (request.status === "approved") return waited(await withUse(ctx, request));
  const isLost = request.status === "open" && (await isUndeliverable(ctx, request));
  return isLost ? { ...waited(request), undeliverable: true } : waited(request);
}

/** The request at the end of a wait: as read, or as it closed during the read. */
async function lastLook(ctx: Context, caller: Caller, id: RequestId): Promise<Request> {
  let closed: Request | undefined;
  const detach = ctx.waiters.attach(id, (woken) => {
    if (woken !== "stopped") closed = woken;
  });
  try {
    const request = await current(ctx, caller, id);
    return closed ?? request;
  } finally {
    detach();
  }
}

interface Look {
  readonly closed?: Request;
  /** A person has asked its agent something, and it has not answered. */
  readonly isAsked: boolean;
}

/** An open request is not kept in memory: thousands may wait for a long time. */
async function lookNow(ctx: Context, caller: Caller, id: RequestId): Promise<Look> {
  const request = await current(ctx, caller, id);
  if (request.status !== "open") return { closed: request, isAsked: false };
  return { isAsked: unansweredBack(request) !== undefined };
}

/**
 * The end of a wait for a request whose agent was asked something before: it comes soon, since that has to
 * be told, and not at once, since a caller that does not answer would call without a pause.
 */
function endedSoon({ clock }: Context, { closed }: Held): Promise<WaitEnd> {
  const { promise, resolve } = Promise.withResolvers<WaitEnd>();
  const cancel = clock.after(ASKED_HOLD_MS, () => resolve("timeout"));
  void closed.then((end) => {
    cancel();
    resolve(end);
  });
  return promise;
}

/** Waits until any or all of several requests have closed. */
export async function waitMany(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<WaitManyInput>,
): Promise<WaitedMany> {
  requireRight(caller, "read");
  const { ids, until = "any" } = input;
  if (ids.length === 0 || ids.length > MAX_WAITED) {
    throw new EarshotError("INVALID_INPUT", `Wait for 1 to ${MAX_WAITED} ids in one call.`);
  }
  const deadline = ctx.clock.now() + boundedHold(ctx, input.holdMs ?? 0);
  for (;;) {
    const round = await waitRound(ctx, caller, { ids, until, deadline, signal: options?.signal });
    if (round !== undefined) return round;
  }
}

interface Round {
  readonly ids: readonly RequestId[];
  readonly until: "any" | "all";
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * One look at all of them, then one wait. Undefined while the condition is unmet and time is left.
 */
async function waitRound(
  ctx: Context,
  caller: Caller,
  { ids, until, deadline, signal }: Round,
): Promise<WaitedMany | undefined> {
  const holdMs = deadline - ctx.clock.now();
  // At the last look no time is left, but the watch must outlast the reads.
  const bound = holdMs > 0 ? holdMs : ctx.limits.maxHoldMs;
  const held = awaitClose(ctx, ids, { holdMs: bound, signal });
  try {
    const requests: Request[] = [];
    for (const id of ids) requests.push(await current(ctx, caller, id));
    const closed = requests.filter((request) => request.status !== "open").length;
    const isSettled = until === "any" ? closed > 0 : closed === ids.length;
    if (isSettled) return many(true, await withUses(ctx, requests));
    // A request that closed while the others were read is read again.
    if (holdMs <= 0 && !held.hasClosed()) return many(false, await withUses(ctx, requests));
    const end = await held.closed;
    if (end === "aborted") throw signal?.reason;
    if (end === "stopped") return many(false, await withUses(ctx, requests));
    const asked = typeof end === "string" ? undefined : askedNow(end);
    if (asked === undefined) return undefined;
    const now = requests.map((request) => (request.id === asked.id ? asked : request));
    return many(false, await withUses(ctx, now));
  } finally {
    held.cancel();
  }
}

/** The request, if a person has just asked its agent something. */
function askedNow(request: Request): Request | undefined {
  const isAsked = request.status === "open" && unansweredBack(request) !== undefined;
  return isAsked ? request : undefined;
}

function many(isSettled: boolean, requests: readonly ShownRequest[]): WaitedMany {
  return { outcome: isSettled ? "settled" : "pending", requests: requests.map(waited) };
}

/** The request as it stands now; an overdue one is expired first. */
async function current(ctx: Context, caller: Caller, id: RequestId): Promise<Request> {
  const request = await findRequest(ctx, caller, id);
  if (request.lifeMs !== undefined) await resumeClock(ctx, request);
  return await expireDue(ctx, request, nowOf(ctx));
}

/** A process that ended between a delivery and its clock left the clock to start here. */
async function resumeClock(ctx: Context, { workspace, id }: Request): Promise<void> {
  const shown = await ctx.store.listDeliveries(workspace, id);
  const sent = await ctx.store.deliveriesOf(workspace, id);
  if (shown.length > 0 || sent.some(({ sentAt }) => sentAt !== undefined)) {
    await startClock(ctx, { workspace, id });
  }
}

function boundedHold(ctx: Context, holdMs: number): number {
  if (Number.isNaN(holdMs) || holdMs < 0) {
    throw new EarshotError("INVALID_INPUT", "holdMs is a number of milliseconds, 0 or more.");
  }
  return Math.min(holdMs, ctx.limits.maxHoldMs);
}
