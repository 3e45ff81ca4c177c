import type { Delivery } from "../../domain/delivery.ts";
import { moved } from "../../domain/delivery-machine.ts";
import type { Request } from "../../domain/request.ts";
import type { Write } from "../../ports/store.ts";
import { type Context, nowOf } from "../context.ts";

/** What closing a request means for its deliveries: where it stands it is edited, elsewhere not brought. */
export function settlingWrites({ outlets }: Context, request: Request): readonly Write[] {
  const isAnywhere = outlets !== undefined && outlets.channels.size + outlets.failed.size > 0;
  if (!isAnywhere || request.status === "open") return [];
  return [{ type: "outbox.settle", item: request.id, at: request.closedAt }];
}

/** Has what stands before people changed, on the condition that nothing else changes it meanwhile. */
export function editWrites(ctx: Context, deliveries: readonly Delivery[]): readonly Write[] {
  return deliveries
    .filter(({ status, job }) => (status === "sent" || status === "seen") && job === undefined)
    .map((one) => ({ type: "outbox.put", delivery: moved(one, { type: "change" }, nowOf(ctx)) }));
}
