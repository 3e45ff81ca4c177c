import type { Address, Delivery } from "../../domain/hub/delivery.ts";
import type { DeliveryId, PrincipalId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Ids } from "../../ports/system/ids.ts";

export interface NewDelivery
  extends Pick<
    Delivery,
    "workspace" | "item" | "agent" | "text" | "part" | "replyTo" | "heldFor" | "createdAt"
  > {
  readonly address: Address;
  readonly operator?: PrincipalId;
  readonly dueAt: Timestamp;
}

export function newDelivery({ ids }: { readonly ids: Ids }, given: NewDelivery): Delivery {
  const id: DeliveryId = ids.next("dlv");
  // 128 of the 256 bits are enough, and leave room for the rest of a button's data.
  const nonce = ids.secret().slice(0, 22);
  return { ...given, id, nonce, status: "queued", job: "post", attempts: 0, version: 1 };
}
