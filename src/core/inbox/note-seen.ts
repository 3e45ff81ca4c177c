import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { InboxDelivery } from "../../domain/inbox/inbox.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change, InboxNote } from "../../ports/store/store.ts";
import { actorOf, findRequest } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { commitCall, commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import { inTurn } from "../call/one-at-a-time.ts";
import type { Given } from "../call/use-case.ts";
import { startClock } from "../requests/start-clock.ts";

const MAX_NOTED = 100;

/** Notes what the caller's inbox shows; closed and unknown requests are skipped. */
export async function noteSent(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly ids: readonly RequestId[] }>,
): Promise<{ readonly noted: number }> {
  requireRight(caller, "read");
  const { workspace, id } = asPerson(caller);
  const ids = [...new Set(input.ids)];
  if (ids.length > MAX_NOTED) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Note at most ${MAX_NOTED} requests in one call, not ${ids.length}.`,
    );
  }
  const call: CallIdentity = { caller, operation: "noteSent", input, options };
  // Two pages of one operator may show the same request, which must be logged once.
  return await inTurn(ctx, { workspace, name: `deliveries ${id}` }, async () => {
    const fresh = await notSent(ctx, caller, ids);
    if (fresh.length === 0) return { noted: Number((await earlierResult(ctx, call)) ?? 0) };
    const change = sending(ctx, call, fresh);
    const { result, replayed } = await commitOnce(ctx, call, {
      result: String(fresh.length),
      change,
    });
    if (!replayed) await Promise.all(fresh.map((one) => startClock(ctx, { workspace, id: one })));
    return { noted: Number(result) };
  });
}

/** The open ones that no page of the caller has shown yet. */
async function notSent(
  ctx: Context,
  { principal }: Caller,
  ids: readonly RequestId[],
): Promise<readonly RequestId[]> {
  const fresh: RequestId[] = [];
  for (const id of ids) {
    const request = await ctx.store.findRequest(principal.workspace, id);
    if (request?.status !== "open") continue;
    if ((await ownDelivery(ctx, principal, id)) === undefined) fresh.push(id);
  }
  return fresh;
}

function sending(ctx: Context, call: CallIdentity, ids: readonly RequestId[]): Change {
  const { workspace } = call.caller.principal;
  return {
    workspace,
    writes: ids.map((id) => ({ type: "delivery.sent", delivery: noteOf(ctx, call, id) })),
    events: ids.map((id) => eventOf(ctx, call, { type: "delivery.sent", id })),
  };
}

/** Notes that the caller opened a request; the first time stays. */
export async function noteSeen(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<{ readonly seenAt: Timestamp }> {
  requireRight(caller, "read");
  asPerson(caller);
  const { id } = input;
  const { workspace } = await findRequest(ctx, caller, id);
  const call: CallIdentity = { caller, operation: "noteSeen", input, options };
  return await commitCall(ctx, call, {
    thing: `The note on ${id}`,
    async plan() {
      const known = await ownDelivery(ctx, caller.principal, id);
      if (known?.seenAt !== undefined) return { alreadySo: { seenAt: known.seenAt } };
      const delivery = noteOf(ctx, call, id);
      return {
        async done() {
          await startClock(ctx, { workspace, id });
          return { seenAt: delivery.at };
        },
        result: delivery.at,
        change: {
          workspace,
          writes: [{ type: "delivery.seen", delivery }],
          events: [eventOf(ctx, call, { type: "delivery.seen", id })],
        },
      };
    },
    replay: (seenAt) => ({ seenAt: seenAt as Timestamp }),
  });
}

async function ownDelivery(
  ctx: Context,
  { workspace, id: operator }: Caller["principal"],
  id: RequestId,
): Promise<InboxDelivery | undefined> {
  const deliveries = await ctx.store.listDeliveries(workspace, id);
  return deliveries.find((delivery) => delivery.operator === operator);
}

function noteOf(ctx: Context, { caller }: CallIdentity, request: RequestId): InboxNote {
  const { id, name } = caller.principal;
  return { request, operator: id, name, at: nowOf(ctx) };
}

function eventOf(
  ctx: Context,
  { caller, options }: CallIdentity,
  { type, id }: { readonly type: "delivery.sent" | "delivery.seen"; readonly id: RequestId },
): EventDraft {
  const { principal, via } = actorOf(caller, options?.via);
  return { type, at: nowOf(ctx), actor: principal, subject: id, data: { via } };
}
