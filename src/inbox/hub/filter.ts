import { isChannelKind, type RemoteChannel } from "../../domain/channel-kind.ts";
import { DELIVERY_STATUSES, type DeliveryStatus } from "../../domain/hub/delivery.ts";
import { isId, type MessageId, type RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";

/** Which deliveries are shown; it is in the address, so that it can be linked. */
export interface Filter {
  readonly status?: DeliveryStatus;
  readonly channel?: RemoteChannel;
  readonly item?: RequestId | MessageId;
}

/** Unknown values are left out. */
export function readFilter(query: URLSearchParams): Filter {
  const status = DELIVERY_STATUSES.find((one) => one === query.get("status"));
  const channel = query.get("channel") ?? "";
  const item = query.get("item") ?? "";
  return {
    ...present({
      status,
      channel: isChannelKind(channel) ? channel : undefined,
      item: isId("req", item) || isId("msg", item) ? item : undefined,
    }),
  };
}

/** The address of the screen with this filter. */
export function filterPath(filter: Filter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? "/deliveries" : `/deliveries?${query}`;
}
