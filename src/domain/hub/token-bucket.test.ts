import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bucket, fullBucket, takeToken } from "./token-bucket.ts";

const rates = fc.record({
  count: fc.integer({ min: 1, max: 100 }),
  perMs: fc.integer({ min: 1, max: 100_000 }),
});
const steps = fc.array(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 200 });

test("as many as there are go at once, and the next waits for its share of the time", () => {
  const rate = { count: 3, perMs: 900 };
  let bucket = fullBucket(rate, 0);
  const waits = [0, 0, 0, 0].map(() => {
    const taken = takeToken(bucket, rate, 0);
    bucket = taken.bucket;
    return taken.waitMs;
  });
  expect(waits).toEqual([0, 0, 0, 300]);
});

test("within any stretch of time never more go than what stood there and what came in", () => {
  fc.assert(
    fc.property(rates, steps, (rate, pauses) => {
      let bucket: Bucket = fullBucket(rate, 0);
      let nowMs = 0;
      let taken = 0;
      for (const pause of pauses) {
        nowMs += pause;
        const next = takeToken(bucket, rate, nowMs);
        bucket = next.bucket;
        if (next.waitMs === 0) taken += 1;
        expect(taken).toBeLessThanOrEqual(rate.count + (nowMs * rate.count) / rate.perMs + 1e-6);
      }
    }),
  );
});

test("who waits as long as told gets one then", () => {
  fc.assert(
    fc.property(rates, steps, (rate, pauses) => {
      let bucket: Bucket = fullBucket(rate, 0);
      let nowMs = 0;
      for (const pause of pauses) {
        nowMs += pause;
        const next = takeToken(bucket, rate, nowMs);
        bucket = next.bucket;
        if (next.waitMs === 0) continue;
        // A millisecond more than the sums of parts lose.
        nowMs += next.waitMs + 1;
        const then = takeToken(bucket, rate, nowMs);
        expect(then.waitMs).toBe(0);
        bucket = then.bucket;
      }
    }),
  );
});

test("a clock that is set back neither gives nor takes any", () => {
  const rate = { count: 2, perMs: 1_000 };
  const once = takeToken(fullBucket(rate, 10_000), rate, 10_000);
  const back = takeToken(once.bucket, rate, 0);
  expect(back.waitMs).toBe(0);
  expect(takeToken(back.bucket, rate, 0).waitMs).toBe(500);
});

test("a bucket never holds more than its count, however long nothing was taken", () => {
  fc.assert(
    fc.property(rates, fc.nat(), (rate, passed) => {
      const { bucket } = takeToken(fullBucket(rate, 0), rate, passed);
      expect(bucket.tokens).toBeLessThanOrEqual(rate.count - 1);
    }),
  );
});
