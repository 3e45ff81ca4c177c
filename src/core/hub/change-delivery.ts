import type { Delivery } from "../../domain/delivery.ts";
import { type DeliveryEvent, moved } from "../../domain/delivery-machine.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { EventDraft } from "../../domain/event.ts";
import type { DeliveryId } from "../../domain/id.ts";
import type { Caller } from "../../domain/principal.ts";
import { requireRight } from "../../domain/rights.ts";
import type { CallOptions } from "../../ports/earshot.ts";
import type { ShownDelivery } from "../../ports/hub.ts";
import type { Change } from "../../ports/store.ts";
import { actorOf } from "../access.ts";
import { asPerson } from "../as-person.ts";
import { type Context, nowOf } from "../context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "../once.ts";
import { findDelivery, shownDelivery } from "./deliveries.ts";

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
    const done = await ctx.commit(changeOf(ctx, call, { next, logged }));
    if (done.outcome === "committed") return shownDelivery(next);
    if (done.outcome !== "conflict" && done.outcome !== "replayed") {
      throw commitError(done, { workspace: delivery.workspace, writes: [], events: [] });
    }
  }
  throw new EarshotError("CONFLICT", `The delivery ${input.id} kept changing. Try again.`);
}

function changeOf(
  ctx: Context,
  call: CallIdentity,
  { next, logged }: { readonly next: Delivery; readonly logged: EventDraft["type"] },
): Change {
  const { principal: actor, via } = actorOf(call.caller, call.options?.via);
  const once = onceOf(ctx, call, next.id);
  return {
    workspace: next.workspace,
    ...(once === undefined ? {} : { once }),
    writes: [{ type: "outbox.put", delivery: next }],
    events: [
      {
        ...{ type: logged, at: nowOf(ctx), actor, subject: next.item, agent: next.agent },
        data: { via, channel: next.address.channel, delivery: next.id },
      },
    ],
  };
}
