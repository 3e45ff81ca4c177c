import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { DeliveryId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Hub } from "../../ports/earshot/hub.ts";

const PAGE = 100;

/** Ids of all dead letters of a channel, or of all. */
export async function failedDeliveries(
  earshot: Pick<Hub<CallOptions>, "deliveries">,
  channel: RemoteChannel | undefined,
): Promise<readonly DeliveryId[]> {
  const ids: DeliveryId[] = [];
  let cursor: string | undefined;
  do {
    const page = await earshot.deliveries({
      status: "failed",
      limit: PAGE,
      ...present({ channel, cursor }),
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== undefined);
  return ids;
}
