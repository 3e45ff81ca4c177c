import { expect, test } from "vitest";
import { inBytes, inDigits, inTime } from "./in-words.ts";

test("a number has a comma before each three digits", () => {
  expect([0, 999, 1_000, 55_000, 2_592_000].map(inDigits)).toEqual([
    "0",
    "999",
    "1,000",
    "55,000",
    "2,592,000",
  ]);
});

test("a size is told in its largest unit that leaves no rest", () => {
  expect([500, 2_000, 1_024, 65_536, 4_194_304, 1_049_600].map(inBytes)).toEqual([
    "500 bytes",
    "2,000 bytes",
    "1 KiB",
    "64 KiB",
    "4 MiB",
    "1,025 KiB",
  ]);
});

test("a length of time is told in its largest unit that leaves no rest", () => {
  const lengths = [20, 1_000, 55_000, 60_000, 90_000, 600_000, 3_600_000, 86_400_000, 604_800_000];
  expect(lengths.map(inTime)).toEqual([
    "20 milliseconds",
    "1 second",
    "55 seconds",
    "1 minute",
    "90 seconds",
    "10 minutes",
    "1 hour",
    "24 hours",
    "7 days",
  ]);
});
