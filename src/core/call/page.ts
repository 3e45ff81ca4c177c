import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_PAGE_ITEMS, MAX_PAGE_ITEMS } from "../../domain/limits.ts";
import type { Page } from "../../ports/earshot/call.ts";

export function pageLimit(limit: number = DEFAULT_PAGE_ITEMS): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE_ITEMS) return limit;
  throw new EarshotError("INVALID_INPUT", `A page has 1 to ${MAX_PAGE_ITEMS} items, not ${limit}.`);
}

/** Makes a page of up to `limit` items from a list that holds one more if there is a next page. */
export function toPage<T extends { readonly id: string }>(
  items: readonly T[],
  limit: number,
): Page<T> {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return items.length > limit && last !== undefined
    ? { items: shown, next: last.id }
    : { items: shown };
}
