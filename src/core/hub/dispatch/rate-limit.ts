import { type Delivery, laneOf } from "../../../domain/hub/delivery.ts";
import {
  type Bucket,
  type BucketRate,
  fullBucket,
  takeToken,
} from "../../../domain/hub/token-bucket.ts";
import type { Channel } from "../../../ports/channels/channel.ts";

/** Beyond this many, full buckets are forgotten. */
const KEPT = 10_000;

/** Keeps to the platforms' rates: how long a delivery must wait, 0 if it may go now. */
export interface Buckets {
  take(delivery: Delivery, channel: Pick<Channel, "kind" | "rates">, nowMs: number): number;
  /** Returns what was taken, because the platform was not called. */
  giveBack(delivery: Delivery, channel: Pick<Channel, "kind" | "rates">): void;
}

export function createBuckets(): Buckets {
  const buckets = new Map<string, Bucket>();

  function look(name: string, rate: BucketRate, nowMs: number) {
    return takeToken(buckets.get(name) ?? fullBucket(rate, nowMs), rate, nowMs);
  }

  return {
    take({ address }, { kind, rates }, nowMs) {
      const lane = laneOf(address);
      const own = look(lane, rates.address, nowMs);
      const all = look(kind, rates.all, nowMs);
      const waitMs = Math.max(own.waitMs, all.waitMs);
      // A delivery that must wait takes nothing from either bucket.
      if (waitMs > 0) return waitMs;
      if (buckets.size >= KEPT) buckets.clear();
      buckets.set(lane, own.bucket);
      buckets.set(kind, all.bucket);
      return 0;
    },
    giveBack({ address }, { kind, rates }) {
      for (const [name, { count }] of [
        [laneOf(address), rates.address],
        [kind, rates.all],
      ] as const) {
        const bucket = buckets.get(name);
        if (bucket === undefined) continue;
        buckets.set(name, { ...bucket, tokens: Math.min(bucket.tokens + 1, count) });
      }
    },
  };
}
