import type { Delivery } from "../../domain/delivery.ts";
import { type DeliveryEvent, moved } from "../../domain/delivery-machine.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { EventDraft } from "../../domain/event.ts";
import type { DeliveryId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Caller } from "../../domain/principal.ts";
import { requireRight } from "../../domain/rights.ts";
import type { CallOptions } from "../../ports/earshot.ts";
import type { ShownDelivery } from "../../ports/hub.ts";
import type { Change, Write } from "../../ports/store.ts";
import { actorOf } from "../access.ts";
import { asPerson } from "../as-person.ts";
import { type Context, nowOf } from "../context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "../once.ts";
import { findDelivery, shownDelivery } from "./deliveries.ts";
import { toldAnew } from "./dispatch/fold-behind.ts";

const MAX_RACES = 8;

interface DeliveryCall {
  readonly input: { readonly id: DeliveryId };
  readonly options?: CallOptions | undefined;
}

/** Has a dead letter tried once more, from the beginning. */
export function resendDelivery(ctx: Context, caller: Caller, given: DeliveryCall) {
  return change(ctx, caller, { ...given, event: { type: "resend" }, logged: "delivery.resent" });
}

/** Gives up what has failed or waits. */
export function dropDelivery(ctx: Context, caller: Caller, given: DeliveryCall) {
  return change(ctx, caller, { ...given, event: { type: "drop" }, logged: "delivery.dropped" });
}

async function change(
  ctx: Context,
  caller: Caller,
  {
    input,
    options,
    event,
    logged,
  }: DeliveryCall & { readonly event: DeliveryEvent; readonly logged: EventDraft["type"] },
): Promise<ShownDelivery> {
  requireRight(caller, "answer");
  asPerson(caller);
  const call: CallIdentity = { caller, operation: logged, input, options };
  for (let race = 0; race < MAX_RACES; race++) {
    const delivery = await findDelivery(ctx, caller, input.id);
    if ((await earlierResult(ctx, call)) !== undefined) return shownDelivery(delivery);
    const next = moved(delivery, event, nowOf(ctx));
    const besides = await tellingLeader(ctx, delivery);
    const done = await ctx.commit(changeOf(ctx, call, { next, logged, besides }));
    if (done.outcome === "committed") return shownDelivery(next);
    if (done.outcome !== "conflict" && done.outcome !== "replayed") {
      throw commitError(done, { workspace: delivery.workspace, writes: [], events: [] });
    }
  }
  throw new EarshotError("CONFLICT", `The delivery ${input.id} kept changing. Try again.`);
}

/** What it waits behind tells of one less. */
async function tellingLeader(ctx: Context, delivery: Delivery): Promise<readonly Write[]> {
  const { behind, workspace, address } = delivery;
  const channel = ctx.outlets?.channels.get(address.channel);
  if (behind === undefined || channel === undefined) return [];
  const leader = await ctx.store.findDelivery(workspace, behind);
  if (leader?.status !== "sent" && leader?.status !== "seen") return [];
  return [{ type: "outbox.put", delivery: toldAnew(leader, channel, nowOf(ctx)) }];
}

function changeOf(
  ctx: Context,
  call: CallIdentity,
  {
    next,
    logged,
    besides,
  }: {
    readonly next: Delivery;
    readonly logged: EventDraft["type"];
    readonly besides: readonly Write[];
  },
): Change {
  const { principal: actor, via } = actorOf(call.caller, call.options?.via);
  const once = onceOf(ctx, call, next.id);
  return {
    workspace: next.workspace,
    ...present({ once }),
    writes: [...besides, { type: "outbox.put", delivery: next }],
    events: [
      {
        type: logged,
        at: nowOf(ctx),
        actor,
        subject: next.item,
        agent: next.agent,
        data: { via, channel: next.address.channel, delivery: next.id },
      },
    ],
  };
}
