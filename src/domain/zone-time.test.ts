import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { isTimeOfDay, isTimeZone, lastTime, nextTime, wallAt } from "./zone-time.ts";

const HOUR_MS = 3_600_000;
const BERLIN = "Europe/Berlin";

const next = (at: string, from: string, timeZone = BERLIN) =>
  new Date(nextTime({ at, timeZone }, Date.parse(from))).toISOString();

describe("the next time of the day", () => {
  test.for([
    ["09:00", "2026-01-10T07:00:00Z", "2026-01-10T08:00:00.000Z"],
    ["09:00", "2026-01-10T08:00:00Z", "2026-01-11T08:00:00.000Z"],
    ["09:00", "2026-07-10T06:59:59Z", "2026-07-10T07:00:00.000Z"],
  ] as const)("is that of its zone: %s behind %s", ([at, from, due]) => {
    expect(next(at, from)).toBe(due);
  });

  test("comes behind the gap where clocks go forward over it", () => {
    expect(next("02:30", "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
    expect(next("02:30", "2026-03-29T01:00:00Z")).toBe("2026-03-30T00:30:00.000Z");
  });

  test("comes once where clocks go back over it", () => {
    expect(next("02:30", "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
    expect(next("02:30", "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
  });

  test("is found where a zone has half hours, and where it left out a day", () => {
    expect(next("00:15", "2026-01-10T12:00:00Z", "Asia/Kolkata")).toBe("2026-01-10T18:45:00.000Z");
    expect(next("09:00", "2011-12-29T20:00:00Z", "Pacific/Apia")).toBe("2011-12-30T10:00:00.000Z");
  });

  test("keeps to the days of the week there", () => {
    const time = { at: "00:30", days: ["mon"], timeZone: BERLIN } as const;
    const due = nextTime(time, Date.parse("2026-01-07T00:00:00Z"));
    expect(new Date(due).toISOString()).toBe("2026-01-11T23:30:00.000Z");
  });

  test("lies ahead, at most a day and an hour, and the last one is the one before", () => {
    const zones = fc.constantFrom(BERLIN, "America/New_York", "Australia/Lord_Howe", "UTC");
    const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) });
    const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(zones, moments, times, (timeZone, from, [hour, minute]) => {
        const at = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
        const due = nextTime({ at, timeZone }, from);
        expect(due).toBeGreaterThan(from);
        expect(due - from).toBeLessThanOrEqual(25 * HOUR_MS);
        const window = { fromMs: from, toMs: due };
        expect(lastTime({ at, timeZone }, window)).toBe(due);
        expect(lastTime({ at, timeZone }, { ...window, toMs: due - 1 })).toBeUndefined();
      }),
      { numRuns: casesOf(200) },
    );
  });
});

test("clocks of UTC show what those of a zone without an offset show", () => {
  const moments = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
  fc.assert(fc.property(moments, (ms) => wallAt("UTC", ms) === wallAt("Etc/GMT", ms)));
});

test("what is no time and no zone is told", () => {
  expect(["00:00", "23:59"].every(isTimeOfDay)).toBe(true);
  expect(["24:00", "9:00", "09:60", ""].some(isTimeOfDay)).toBe(false);
  expect([BERLIN, "UTC"].every(isTimeZone)).toBe(true);
  expect(["Mars/Olympus", ""].some(isTimeZone)).toBe(false);
});
