import fc from "fast-check";
import { expect, test } from "vitest";
import { backOffMs, MAX_ATTEMPTS } from "./back-off.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const LONGEST_MS = 15 * 60_000;

test.each([
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [10, 512_000],
  [11, LONGEST_MS],
  [400, LONGEST_MS],
])("before attempt %d + 1 it waits at most %d ms and at least half of that", (attempts, full) => {
  expect(backOffMs(attempts, 0)).toBe(full / 2);
  expect(backOffMs(attempts, 1 - Number.EPSILON)).toBe(full);
});

test("it lies between half a second and a quarter of an hour, whatever came before", () => {
  fc.assert(
    fc.property(fc.nat(), random, (attempts, chance) => {
      const ms = backOffMs(attempts, chance);
      expect(Number.isInteger(ms)).toBe(true);
      expect(ms).toBeGreaterThanOrEqual(500);
      expect(ms).toBeLessThanOrEqual(LONGEST_MS);
    }),
  );
});

test("it never shortens with more attempts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), random, (attempts, chance) => {
      expect(backOffMs(attempts + 1, chance)).toBeGreaterThanOrEqual(backOffMs(attempts, chance));
    }),
  );
});

test("all attempts together take between a quarter of an hour and two hours", () => {
  const all = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => backOffMs(index + 1, 0.5));
  const total = all.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBeGreaterThan(15 * 60_000);
  expect(total).toBeLessThan(2 * 60 * 60_000);
});
