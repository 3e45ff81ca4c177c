import type { Delivery } from "../../domain/hub/delivery.ts";
import { moved } from "../../domain/hub/delivery-machine.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isAnywhere } from "./route-facts.ts";

/** The deliveries of a closed request: a post that stands is edited, a pending one is dropped. */
export async function settlingWrites(ctx: Context, request: Request): Promise<readonly Write[]> {
  if (request.status === "open" || !(await isAnywhere(ctx, request.workspace))) return [];
  return [{ type: "outbox.settle", item: request.id, at: request.closedAt }];
}

/** Has standing posts edited, unless another change to them comes first. */
export function editWrites(ctx: Context, deliveries: readonly Delivery[]): readonly Write[] {
  return deliveries
    .filter((one) => isToBeEdited(one, nowOf(ctx)))
    .map((one) => ({ type: "outbox.put", delivery: moved(one, { type: "change" }, nowOf(ctx)) }));
}

/**
 * Whether it stands and is not being edited right now. An edit that is due later is brought
 * forward.
 */
export function isToBeEdited({ status, job, attempts, dueAt }: Delivery, now: Timestamp): boolean {
  const isLater = job === "edit" && attempts === 0 && dueAt !== undefined && dueAt > now;
  return (status === "sent" || status === "seen") && (job === undefined || isLater);
}
