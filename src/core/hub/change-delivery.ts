import type { Delivery } from "../../domain/hub/delivery.ts";
import { type DeliveryEvent, moved } from "../../domain/hub/delivery-machine.ts";
import type { DeliveryId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import type { Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { toldAnew } from "../planning/fold-behind.ts";
import { findDelivery, shownDelivery } from "./deliveries.ts";

/** Tries a failed delivery again from the beginning. */
export function resendDelivery(
  ctx: Context,
  caller: Caller,
  given: Given<{ readonly id: DeliveryId }>,
) {
  return change(ctx, caller, { ...given, event: { type: "resend" }, logged: "delivery.resent" });
}

/** Gives up a delivery that failed or waits. */
export function dropDelivery(
  ctx: Context,
  caller: Caller,
  given: Given<{ readonly id: DeliveryId }>,
) {
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
  }: Given<{ readonly id: DeliveryId }> & {
    readonly event: DeliveryEvent;
    readonly logged: EventDraft["type"];
  },
): Promise<ShownDelivery> {
  requireRight(caller, "answer");
  asPerson(caller);
  const call: CallIdentity = { caller, operation: logged, input, options };
  const find = () => findDelivery(ctx, caller, input.id);
  return await commitCall(ctx, call, {
    thing: `The delivery ${input.id}`,
    async plan() {
      const delivery = await find();
      const next = moved(delivery, event, nowOf(ctx));
      return {
        done: () => shownDelivery(next),
        result: next.id,
        change: {
          workspace: next.workspace,
          writes: [...(await tellingLeader(ctx, delivery)), { type: "outbox.put", delivery: next }],
          events: [eventOf(ctx, call, { next, logged })],
        },
      };
    },
    replay: async () => shownDelivery(await find()),
  });
}

/** The post that it waits behind then counts one less. */
async function tellingLeader(ctx: Context, delivery: Delivery): Promise<readonly Write[]> {
  const { behind, workspace, address } = delivery;
  const channel = ctx.outlets?.channels.get(address.channel);
  if (behind === undefined || channel === undefined) return [];
  const leader = await ctx.store.findDelivery(workspace, behind);
  if (leader?.status !== "sent" && leader?.status !== "seen") return [];
  return [{ type: "outbox.put", delivery: toldAnew(leader, channel, nowOf(ctx)) }];
}

function eventOf(
  ctx: Context,
  call: CallIdentity,
  { next, logged }: { readonly next: Delivery; readonly logged: EventDraft["type"] },
): EventDraft {
  const { principal: actor, via } = actorOf(call.caller, call.options?.via);
  return {
    type: logged,
    at: nowOf(ctx),
    actor,
    subject: next.item,
    agent: next.agent,
    data: { via, channel: next.address.channel, delivery: next.id },
  };
}
