import { type EarshotError, ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { EventType } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Held, HeldCall } from "../../domain/requests/held.ts";
import type { Request } from "../../domain/requests/request.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { ApproveInput, RejectInput } from "../../ports/earshot/authority.ts";
import type { RespondInput } from "../../ports/earshot/exchange.ts";
import type { AnswerInput } from "../../ports/earshot/requests.ts";
import type { Write } from "../../ports/store/store.ts";
import { commitPlanned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type LeasedJob, startLeasedJob } from "../call/leased-job.ts";
import type { CallIdentity } from "../call/once.ts";
import { callerByKeys } from "../deciders/operator-as-caller.ts";
import { changeShown } from "../planning/change-shown.ts";
import { planAnswer } from "../requests/answer.ts";
import { type ChangePlan, plannedChange } from "../requests/change-request.ts";
import type { DecisionPlan } from "../requests/hold.ts";
import { planApproval } from "./approve.ts";
import { planRejection } from "./reject.ts";
import { planResponse } from "./respond.ts";

const PAGE = 100;
/** A clock that jumps forward is noticed after this time at the latest. */
const MAX_SLEEP_MS = 30_000;
const RETRY_MS = 1_000;
/** A decision held on another node is known here within this time. */
const SOON_MS = 250;

export interface SendingOptions {
  readonly onFault: (error: unknown) => void;
}

/**
 * Keeps sending decisions whose time to be taken back is over, on one node at a time, those of before a
 * crash too. The returned function stops it and resolves when another node may take over.
 */
export function startSendingHeld(ctx: Context, { onFault }: SendingOptions): () => Promise<void> {
  let isStopped = false;
  let isCalledAgain = false;
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};
  let running: Promise<void> | undefined;
  const job = startLeasedJob(ctx, { name: "held_decisions", onTaken: wake });

  function sleepUntil(ms: number): void {
    if (isStopped || ms >= wakesAt) return;
    cancelTimer();
    wakesAt = ms;
    const delay = Math.min(Math.max(ms - ctx.clock.now(), 0), MAX_SLEEP_MS);
    cancelTimer = ctx.clock.after(delay, wake);
  }

  function wake(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    if (running === undefined) {
      running = run().finally(() => {
        running = undefined;
      });
    } else isCalledAgain = true;
  }

  async function run(): Promise<void> {
    do {
      isCalledAgain = false;
      sleepUntil(await nextWake());
    } while (isCalledAgain && !isStopped);
  }

  /** Sends what is due and returns when to look again. */
  async function nextWake(): Promise<number> {
    try {
      if (!(await sendAll())) return Number.POSITIVE_INFINITY;
      const next = await ctx.store.nextHeld();
      return next === undefined ? Number.POSITIVE_INFINITY : toMs(next);
    } catch (error) {
      onFault(error);
      return ctx.clock.now() + RETRY_MS;
    }
  }

  /** Whether nothing is due any more; false where another node has the job. */
  async function sendAll(): Promise<boolean> {
    for (;;) {
      if (isStopped || job.guard() === undefined) return false;
      const due = await ctx.store.heldRequests(nowOf(ctx), PAGE);
      await Promise.all(due.map((one) => sendHeld(ctx, one, job.guard)));
      if (due.length < PAGE) return true;
    }
  }

  ctx.onWrite("held_decisions", ({ request }) => {
    if (request.status === "open" && request.held !== undefined) {
      sleepUntil(toMs(request.held.until));
    }
  });
  ctx.following.onEvent(({ type }) => {
    const isHolding = type === ("request.decision_held" satisfies EventType);
    if (isHolding && job.guard() !== undefined) sleepUntil(ctx.clock.now() + SOON_MS);
  });
  return async () => {
    isStopped = true;
    cancelTimer();
    await running;
    await job.stop();
  };
}

type Due = Awaited<ReturnType<Context["store"]["heldRequests"]>>[number];

/** Makes the held decision count, or drops it if it may not be made any more. */
async function sendHeld(ctx: Context, due: Due, guardOf: LeasedJob["guard"]): Promise<void> {
  const { workspace, id } = due.request;
  let sent: Request | undefined;
  await commitPlanned(ctx, {
    thing: `The held decision on ${id}`,
    async plan() {
      const request = await ctx.store.findRequest(workspace, id);
      const held = request?.status === "open" ? request.held : undefined;
      const guard = guardOf();
      // Taken back, withdrawn by its agent, or another node's to send.
      if (request === undefined || held?.until !== dueHeld(due)?.until || guard === undefined) {
        return { alreadySo: undefined };
      }
      const now = nowOf(ctx);
      const change = await sending(ctx, { request, held: held as Held, call: due.call, now });
      const writes: readonly Write[] = [...guard, ...change.writes];
      return {
        change: { workspace, writes, events: change.events },
        done() {
          sent = change.next;
        },
      };
    },
    // Somebody else keeps changing it; the next round tries again.
    lost: () => undefined,
  });
  // What stays open says so: it was one vote of several, is put to others, or was dropped.
  if (sent !== undefined) await changeShown(ctx, sent).catch(() => {});
}

function dueHeld({ request }: Due): Held | undefined {
  return request.status === "open" ? request.held : undefined;
}

interface Sending {
  readonly request: Request;
  readonly held: Held;
  readonly call: HeldCall;
  readonly now: Timestamp;
}

async function sending(ctx: Context, { request, held, call, now }: Sending) {
  const actor = held.by.principal;
  const plan = await planOf(ctx, { request, held, call, now });
  try {
    return await plannedChange(ctx, request, { plan, now, actor });
  } catch (error) {
    if (!isFinal(error)) throw error;
    return await plannedChange(ctx, request, { plan: dropped(held, error.code), now, actor });
  }
}

async function planOf(ctx: Context, { request, held, call, now }: Sending): Promise<ChangePlan> {
  try {
    const caller = await callerOf(ctx, request, { held, key: call.key });
    if (caller === undefined) return dropped(held, "NOT_SIGNED_IN");
    const { event, logged, ...planned } = await decisionOf(ctx, caller, {
      request,
      held,
      call,
      now,
    });
    return {
      ...planned,
      event: { type: "send", decision: event },
      logged(next) {
        const { type, data } = logged(next);
        return { type, data: { ...data, decidedAt: held.at } };
      },
    };
  } catch (error) {
    if (isFinal(error)) return dropped(held, error.code);
    throw error;
  }
}

function decisionOf(
  ctx: Context,
  caller: Caller,
  { request: stored, held, call, now }: Sending,
): Promise<DecisionPlan> {
  const { held: _, ...free } = stored as Request & { readonly held?: Held };
  const request = free as Request;
  const options = { via: held.by.via };
  const identity: CallIdentity = { caller, operation: held.does, input: call.input, options };
  switch (held.does) {
    case "answer":
      return planAnswer(ctx, identity, { request, input: inputOf<AnswerInput>(call.input) });
    case "approve":
      return planApproval(ctx, identity, { request, input: inputOf<ApproveInput>(call.input) });
    case "reject": {
      const input = inputOf<RejectInput>(call.input);
      return planRejection(ctx, caller, { request, input, options, at: now });
    }
    case "respond": {
      const { text } = inputOf<RespondInput>(call.input);
      return planResponse(ctx, caller, { request, text, options });
    }
    default:
      throw new Error(`Nobody sends ${String(held.does satisfies never)}.`);
  }
}

/** It was checked when the decision was made, and stored as it was. */
function inputOf<Input>(input: JsonObject): Input {
  return input as unknown as Input;
}

/** Its person, with the key they decided with; undefined if that lets them decide no more. */
async function callerOf(
  ctx: Context,
  { workspace }: Request,
  { held, key: id }: { readonly held: Held; readonly key: HeldCall["key"] },
): Promise<Caller | undefined> {
  const person = await ctx.people.find(workspace, held.by.principal);
  if (person?.kind !== "person") return undefined;
  const caller = await callerByKeys(ctx, person);
  if (id === undefined || caller === undefined) return caller;
  const key = (await ctx.people.keys(workspace)).find((one) => one.key.id === id)?.key;
  if (key === undefined || key.revokedAt !== undefined) return undefined;
  return { ...caller, key: id, ...present({ unattended: key.unattended, web: key.web }) };
}

/** The same decision would be refused whenever it is made. */
function isFinal(error: unknown): error is EarshotError {
  return isEarshotError(error) && ERRORS[error.code].retry === "never";
}

function dropped({ does, by }: Held, error: string): ChangePlan {
  return {
    event: { type: "unhold" },
    logged: () => ({
      type: "request.decision_dropped",
      data: { via: by.via, kind: does, error },
    }),
  };
}
