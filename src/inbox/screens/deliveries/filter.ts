import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  REMOTE_CHANNELS,
  type RemoteChannel,
} from "../../../domain/delivery.ts";
import { isId, type MessageId, type RequestId } from "../../../domain/id.ts";

/** Which deliveries are shown; it stands in the address, so that it can be linked. */
export interface Filter {
  readonly status?: DeliveryStatus;
  readonly channel?: RemoteChannel;
  readonly item?: RequestId | MessageId;
}

/** What is not known is left out. */
export function readFilter(query: URLSearchParams): Filter {
  const status = DELIVERY_STATUSES.find((one) => one === query.get("status"));
  const channel = REMOTE_CHANNELS.find((one) => one === query.get("channel"));
  const item = query.get("item") ?? "";
  return {
    ...(status === undefined ? {} : { status }),
    ...(channel === undefined ? {} : { channel }),
    ...(isId("req", item) || isId("msg", item) ? { item } : {}),
  };
}

/** The address of the screen with this filter. */
export function filterPath(filter: Filter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? "/deliveries" : `/deliveries?${query}`;
}
