import { createLanes, type Lanes } from "./address-queue.ts";

export const NEVER = Number.POSITIVE_INFINITY;

/** What is known of a shard. */
export interface Part {
  readonly lanes: Lanes;
  inFlight: number;
  isStale: boolean;
  hasMore: boolean;
  /** How many were known when it was last read. */
  read: number;
  /** When the next one is due that was not due at the last read. */
  nextMs: number;
}

export function newPart(): Part {
  const lanes = createLanes();
  return { lanes, inFlight: 0, isStale: false, hasMore: false, read: 0, nextMs: NEVER };
}

/**
 * Half of what was read is done, so reading costs little per delivery; or everything read must
 * wait.
 */
export function wantsMore({ hasMore, lanes, read, inFlight }: Part): boolean {
  return hasMore && (lanes.size <= read / 2 || (inFlight === 0 && lanes.ready() === 0));
}
