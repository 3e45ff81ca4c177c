import type { DeliveriesInput, ShownDelivery } from "../../ports/earshot/hub.ts";
import { api } from "../server/api.ts";
import type { Filter } from "./filter.ts";

const PAGE = 50;

export interface DeliveryList {
  readonly items: readonly ShownDelivery[];
  readonly hasMore: boolean;
}

/** So many pages of them, the newest first; where all are wanted, those that failed before the others. */
export async function readDeliveries(filter: Filter, pages: number): Promise<DeliveryList> {
  if (filter.status !== undefined) return await readPages(filter, pages);
  const [failed, all] = await Promise.all([
    readPages({ ...filter, status: "failed" }, pages),
    readPages(filter, pages),
  ]);
  const known = new Set(failed.items.map(({ id }) => id));
  const others = all.items.filter(({ id, status }) => status !== "failed" && !known.has(id));
  return { items: [...failed.items, ...others], hasMore: failed.hasMore || all.hasMore };
}

async function readPages(input: DeliveriesInput, pages: number): Promise<DeliveryList> {
  const items: ShownDelivery[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const place = cursor === undefined ? {} : { cursor };
    const read = await api.deliveries({ ...input, ...place, limit: PAGE });
    items.push(...read.items);
    cursor = read.next;
    if (cursor === undefined) break;
  }
  return { items, hasMore: cursor !== undefined };
}
