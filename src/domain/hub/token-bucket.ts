/** So many per span of time, and as many at once. */
export interface BucketRate {
  readonly count: number;
  readonly perMs: number;
}

/** How full a bucket was, and when. */
export interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

export function fullBucket({ count }: BucketRate, nowMs: number): Bucket {
  return { tokens: count, atMs: nowMs };
}

/** Takes one out of the bucket, or says how long to wait for one. */
export function takeToken(
  bucket: Bucket,
  { count, perMs }: BucketRate,
  nowMs: number,
): { readonly bucket: Bucket; readonly waitMs: number } {
  const passed = Math.max(nowMs - bucket.atMs, 0);
  const tokens = Math.min(count, bucket.tokens + (passed * count) / perMs);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, atMs: nowMs }, waitMs: 0 };
  return { bucket: { tokens, atMs: nowMs }, waitMs: Math.ceil(((1 - tokens) * perMs) / count) };
}
