const MAX_DEPTH = 64;
const DEPTH = 32;
const MAX_REACHED = 1_000;

/** How far and how much a query of a graph reaches, within what any of them may. */
export function reachBounds({
  maxDepth = DEPTH,
  limit = MAX_REACHED,
}: {
  readonly maxDepth?: number;
  readonly limit?: number;
}): { readonly depth: number; readonly limit: number } {
  return { depth: within(maxDepth, MAX_DEPTH), limit: within(limit, MAX_REACHED) };
}

/** A way of more edges is none. */
export const MAX_PATH = MAX_DEPTH;

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value), 1), most);
}
