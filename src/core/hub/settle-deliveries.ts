import type { Request } from "../../domain/request.ts";
import type { Write } from "../../ports/store.ts";
import type { Context } from "../context.ts";

/** What closing a request means for its deliveries: where it stands it is edited, elsewhere not brought. */
export function settlingWrites({ outlets }: Context, request: Request): readonly Write[] {
  const isAnywhere = outlets !== undefined && outlets.channels.size + outlets.failed.size > 0;
  if (!isAnywhere || request.status === "open") return [];
  return [{ type: "outbox.settle", item: request.id, at: request.closedAt }];
}
