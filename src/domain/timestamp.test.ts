import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_TIME_MS, toMs, toTimestamp } from "./timestamp.ts";

const moments = fc.integer({ min: 0, max: MAX_TIME_MS });

test("a moment is ISO 8601 in UTC with milliseconds", () => {
  expect(toTimestamp(Date.UTC(2026, 10, 21, 9, 30, 0, 7))).toBe("2026-11-21T09:30:00.007Z");
});

test("a moment comes back as the same millisecond", () => {
  fc.assert(
    fc.property(moments, (ms) => {
      expect(toMs(toTimestamp(ms))).toBe(ms);
    }),
  );
});

test("the text of moments sorts as they follow each other", () => {
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      expect(toTimestamp(a) < toTimestamp(b)).toBe(a < b);
    }),
  );
});

test("the last moment is the last one of that width", () => {
  expect(toTimestamp(MAX_TIME_MS)).toBe("9999-12-31T23:59:59.999Z");
  expect(toTimestamp(MAX_TIME_MS + 1).length).toBeGreaterThan(toTimestamp(MAX_TIME_MS).length);
});

test("what is no moment throws, also twice in a row", () => {
  expect(() => toTimestamp(Number.NaN)).toThrow(RangeError);
  expect(() => toTimestamp(Number.NaN)).toThrow(RangeError);
});
