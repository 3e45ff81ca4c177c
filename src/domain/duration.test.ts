import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const units = fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[]));

describe("reading a duration", () => {
  test.each([
    ["45s", 45_000],
    ["10m", 600_000],
    ["8h", 28_800_000],
    ["3d", 259_200_000],
    ["1.5h", 5_400_000],
    ["0.001s", 1],
    ["0s", 0],
    ["0", 0],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test("any whole number of any unit is that many of them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), units, (count, unit) => {
        expect(parseDuration(`${count}${unit}`)).toBe(count * UNITS[unit]);
      }),
    );
  });

  test.each(["", "5", "s", "-1s", "1 s", " 1s", "1s ", "1S", "1w", "1e3s", ".5s", "1.s", "1s\n"])(
    "%j is none, and the error says how to write one",
    (text) => {
      expect(() => parseDuration(text)).toThrow(
        expect.objectContaining({
          code: "INVALID_INPUT",
          message: `${JSON.stringify(text)} is not a duration. Write 45s, 10m, 8h or 3d.`,
        }),
      );
    },
  );

  test("more digits than any duration needs are refused, not rounded", () => {
    expect(() => parseDuration("1234567890s")).toThrow(/is not a duration/);
    expect(() => parseDuration("1.2345s")).toThrow(/is not a duration/);
  });
});

describe("writing a duration", () => {
  test.each([
    [0, "0s"],
    [999, "0s"],
    [8_000, "8s"],
    [60_000, "1m"],
    [12 * 60_000, "12m"],
    [3_600_000 + 61_000, "1h 1m"],
    [3 * 86_400_000 + 4 * 3_600_000 + 59 * 60_000, "3d 4h"],
    [86_400_000 + 5_000, "1d 5s"],
    [-5_000, "0s"],
  ])("%d ms reads %j", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test("never says more than it was, and falls short by less than the last unit it names", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10_000 * UNITS.d }), (ms) => {
        const parts = formatDuration(ms).split(" ");
        const said = parts.reduce((sum, part) => sum + parseDuration(part), 0);
        const last = parts.at(-1)?.at(-1) as keyof typeof UNITS;
        const unit = parts.length === 1 ? UNITS.s : UNITS[last];
        expect(said).toBeLessThanOrEqual(ms);
        expect(ms - said).toBeLessThan(unit);
      }),
    );
  });
});
