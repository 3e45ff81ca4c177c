import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { present } from "../present.ts";
import { checkAttention, freeMoment } from "./attention.ts";
import type { Attention } from "./link.ts";

const operator = "prn_01k00000000000000000000001";
const NIGHT = { from: "22:00", to: "07:00" } as const;
const at = (text: string) => Date.parse(text);

function wanted(over: Omit<Attention, "operator">): Attention {
  return { operator, ...over };
}

/** When it comes, and what holds it until then. */
function moment(attention: Attention | undefined, now: string) {
  const { atMs, heldFor } = freeMoment(attention, at(now));
  return [new Date(atMs).toISOString().replace(":00.000Z", "Z"), heldFor];
}

describe("quiet hours", () => {
  test.each([
    ["2026-06-10T21:59Z", "2026-06-10T21:59Z", undefined],
    ["2026-06-10T22:00Z", "2026-06-11T07:00Z", "quiet_hours"],
    ["2026-06-11T00:30Z", "2026-06-11T07:00Z", "quiet_hours"],
    ["2026-06-11T06:59Z", "2026-06-11T07:00Z", "quiet_hours"],
    ["2026-06-11T07:00Z", "2026-06-11T07:00Z", undefined],
  ])("over midnight, what is asked at %s comes at %s", (now, then, heldFor) => {
    expect(moment(wanted({ quiet: NIGHT }), now)).toEqual([then, heldFor]);
  });

  test("within a day they hold until they end", () => {
    const noon = wanted({ quiet: { from: "12:00", to: "13:30" } });
    expect(moment(noon, "2026-06-10T12:10Z")).toEqual(["2026-06-10T13:30Z", "quiet_hours"]);
    expect(moment(noon, "2026-06-10T13:30Z")).toEqual(["2026-06-10T13:30Z", undefined]);
  });

  test("who has said nothing is always free, to the millisecond", () => {
    expect(freeMoment(undefined, 1_234_567)).toEqual({ atMs: 1_234_567 });
    expect(freeMoment(wanted({ perHour: 3 }), 1_234_567)).toEqual({ atMs: 1_234_567 });
  });
});

describe("the days on which clocks are set", () => {
  test.each([
    ["Europe/Berlin", "2026-03-28T22:00Z", "2026-03-29T05:00Z"],
    ["Europe/Berlin", "2026-10-24T21:00Z", "2026-10-25T06:00Z"],
    ["America/New_York", "2026-03-08T04:00Z", "2026-03-08T11:00Z"],
    ["America/New_York", "2026-11-01T03:00Z", "2026-11-01T12:00Z"],
  ])("in %s the night from %s ends at 07:00 there, which is %s", (timeZone, now, then) => {
    expect(moment(wanted({ timeZone, quiet: NIGHT }), now)).toEqual([then, "quiet_hours"]);
  });

  test.each([
    ["Europe/Berlin", "2026-03-29T00:00Z", "2026-03-29T01:00Z"],
    ["America/New_York", "2026-03-08T06:00Z", "2026-03-08T07:00Z"],
  ])("in %s an end that is skipped is the first moment behind it", (timeZone, now, then) => {
    const quiet = { from: "00:00", to: "02:30" };
    expect(moment(wanted({ timeZone, quiet }), now)).toEqual([then, "quiet_hours"]);
  });

  test.each([
    ["Europe/Berlin", "2026-10-25T00:20Z", "2026-10-25T00:30Z"],
    ["America/New_York", "2026-11-01T05:20Z", "2026-11-01T05:30Z"],
  ])("in %s an end that comes twice frees at the first", (timeZone, now, then) => {
    const quiet = { from: "00:00", to: timeZone === "Europe/Berlin" ? "02:30" : "01:30" };
    expect(moment(wanted({ timeZone, quiet }), now)).toEqual([then, "quiet_hours"]);
  });
});

describe("digests", () => {
  test("what is not urgent waits for the next of their times", () => {
    const twice = wanted({ digest: ["09:00", "16:30"] });
    expect(moment(twice, "2026-06-10T08:00Z")).toEqual(["2026-06-10T09:00Z", "digest"]);
    expect(moment(twice, "2026-06-10T09:01Z")).toEqual(["2026-06-10T16:30Z", "digest"]);
    expect(moment(twice, "2026-06-10T17:00Z")).toEqual(["2026-06-11T09:00Z", "digest"]);
  });

  test("in the very minute of one it comes at once", () => {
    const once = wanted({ digest: ["09:00"] });
    expect(moment(once, "2026-06-10T09:00:30.000Z")[1]).toBeUndefined();
  });

  test("one that lies in quiet hours is left out", () => {
    const both = wanted({ quiet: NIGHT, digest: ["06:00", "12:00"] });
    expect(moment(both, "2026-06-10T13:00Z")).toEqual(["2026-06-11T12:00Z", "digest"]);
  });
});

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "America/St_Johns",
];
/** Around each change of the clocks of these zones in a year, and anywhere within it. */
const CHANGES = [
  "2026-03-08T07:00Z",
  "2026-03-29T01:00Z",
  "2026-04-04T15:00Z",
  "2026-10-03T15:30Z",
  "2026-10-25T01:00Z",
  "2026-11-01T06:00Z",
];
const times = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const moments = fc.oneof(
  fc.integer({ min: at("2026-01-01T00:00Z"), max: at("2027-01-01T00:00Z") }),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -86_400_000, max: 86_400_000 }))
    .map(([change, by]) => at(change) + by),
);
const attentions = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    quiet: fc.option(fc.record({ from: times, to: times }), { nil: undefined }),
    digest: fc.option(fc.array(times, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  })
  .map(({ timeZone, quiet, digest }) => ({ timeZone, ...present({ quiet, digest }) }))
  .filter((attention) => {
    try {
      checkAttention(attention);
      return true;
    } catch {
      return false;
    }
  });

/** The time of the day in a zone, as a text that sorts. */
function clockIn(timeZone: string, ms: number): string {
  return new Date(ms).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
}

function isQuiet({ timeZone = "UTC", quiet }: Omit<Attention, "operator">, ms: number): boolean {
  if (quiet === undefined) return false;
  const { from, to } = quiet;
  const now = clockIn(timeZone, ms);
  return from < to ? from <= now && now < to : from <= now || now < to;
}

test("whatever was said, nothing comes in quiet hours, nor earlier than now, nor never", () => {
  fc.assert(
    fc.property(attentions, moments, (attention, nowMs) => {
      const { atMs, heldFor } = freeMoment(wanted(attention), nowMs);
      expect(isQuiet(attention, atMs)).toBe(false);
      expect(atMs).toBeGreaterThanOrEqual(nowMs);
      expect(atMs - nowMs).toBeLessThanOrEqual(2 * 86_400_000);
      expect(heldFor === undefined).toBe(atMs === nowMs);
    }),
    { numRuns: casesOf(200) },
  );
});

test("with quiet hours alone nothing waits longer than they last", () => {
  fc.assert(
    fc.property(attentions, moments, ({ digest: _, ...attention }, nowMs) => {
      const { atMs } = freeMoment(wanted(attention), nowMs);
      if (atMs > nowMs) expect(isQuiet(attention, atMs - 60_000)).toBe(true);
    }),
    { numRuns: casesOf(100) },
  );
});

describe("what cannot be wanted", () => {
  test.each([
    [{ timeZone: "Mars/Olympus" }, /no time zone "Mars\/Olympus"/],
    [{ quiet: { from: "22:00", to: "22:00" } }, /would hold everything/],
    [{ quiet: { from: "24:00", to: "07:00" } }, /"24:00" is not a time/],
    [{ quiet: { from: "22:00", to: "7:00" } }, /"7:00" is not a time/],
    [{ digest: [] }, /1 to 24 times/],
    [{ digest: Array.from({ length: 25 }, () => "09:00") }, /1 to 24 times/],
    [{ digest: ["noon"] }, /"noon" is not a time/],
    [{ quiet: NIGHT, digest: ["23:00", "06:59"] }, /nothing would ever come/],
    [{ perHour: 0 }, /1 to 1,000/],
    [{ perHour: 1.5 }, /1 to 1,000/],
    [{ perHour: 1_001 }, /1 to 1,000/],
  ])("%j", (attention, why) => {
    expect(() => checkAttention(attention)).toThrow(why);
    expect(() => checkAttention(attention)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });

  test("all of it at once can be, and nothing at all", () => {
    const all = { timeZone: "Europe/Berlin", quiet: NIGHT, digest: ["07:00"], perHour: 1 };
    expect(() => checkAttention(all)).not.toThrow();
    expect(() => checkAttention({})).not.toThrow();
  });
});
