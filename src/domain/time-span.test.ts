import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEarshotError } from "./errors.ts";
import { formatId } from "./id.ts";
import { idsAround, isWithin, readSpan } from "./time-span.ts";
import { MAX_TIME_MS, toTimestamp } from "./timestamp.ts";

const NOW = "2026-11-21T12:00:00.000Z";
const BERLIN = "Europe/Berlin";

function refusal(written: Parameters<typeof readSpan>[0]): string {
  try {
    readSpan(written, NOW);
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(written)} is taken.`);
}

describe("a beginning", () => {
  test.for([
    ["2026-11-21", "2026-11-20T23:00:00.000Z"],
    ["2026-07-01", "2026-06-30T22:00:00.000Z"],
    ["2026-11-21 09:30", "2026-11-21T08:30:00.000Z"],
    ["2026-11-21T09:30:15", "2026-11-21T08:30:15.000Z"],
    ["2026-11-21T09:30:15.25Z", "2026-11-21T09:30:15.250Z"],
    ["2026-11-21t09:30z", "2026-11-21T09:30:00.000Z"],
    ["2026-11-21T09:30-05:00", "2026-11-21T14:30:00.000Z"],
    ["2026-11-21T09:30+05:30", "2026-11-21T04:00:00.000Z"],
    ["today", "2026-11-20T23:00:00.000Z"],
    ["Yesterday", "2026-11-19T23:00:00.000Z"],
    ["8h", "2026-11-21T04:00:00.000Z"],
    ["3d", "2026-11-18T12:00:00.000Z"],
  ] as const)("%s is %s", ([since, from]) => {
    expect(readSpan({ since, timeZone: BERLIN }, NOW)).toEqual({ from });
  });
});

test("an end that is a day counts to the end of it, whatever its length", () => {
  const end = (until: string) => readSpan({ until, timeZone: BERLIN }, NOW).before;
  expect(end("2026-11-21")).toBe("2026-11-21T23:00:00.000Z");
  expect(end("2026-03-29")).toBe("2026-03-29T22:00:00.000Z");
  expect(end("2026-10-25")).toBe("2026-10-25T23:00:00.000Z");
  expect(end("today")).toBe("2026-11-21T23:00:00.000Z");
  expect(end("2026-11-21 09:30")).toBe("2026-11-21T08:30:00.000Z");
});

test("today is that of whoever looks", () => {
  const today = (timeZone: string) => readSpan({ since: "today", timeZone }, NOW).from;
  expect(today("Pacific/Kiritimati")).toBe("2026-11-21T10:00:00.000Z");
  expect(today("America/New_York")).toBe("2026-11-21T05:00:00.000Z");
  expect(readSpan({ since: "today" }, NOW).from).toBe("2026-11-21T00:00:00.000Z");
});

describe("what is no time is refused, with what is one", () => {
  const WRONG = [
    "",
    "soon",
    "2026-13-01",
    "2026-02-30",
    "2025-02-29",
    "0000-01-01",
    "26-11-21",
    "21.11.2026",
    "2026-11-21T",
    "2026-11-21 24:00",
    "2026-11-21 09:60",
    "2026-11-21T09:30:61",
    "-3d",
    "3w",
    "2026-11-21\0",
    "2026-11-21 09:30 Europe/Berlin",
  ];
  test.for(WRONG)("%j", (text) => {
    expect(refusal({ since: text })).toContain("Write 2026-11-21");
    expect(refusal({ until: text })).toContain("Write 2026-11-21");
  });

  test("and so are a zone that there is not, and an end before the beginning", () => {
    expect(refusal({ since: "today", timeZone: "Berlin/Europe" })).toContain("Europe/Berlin");
    expect(refusal({ since: "today", until: "yesterday" })).toContain("Nothing lies between");
    expect(refusal({ since: "2h", until: "2h" })).toContain("Nothing lies between");
  });
});

test("whatever lies within a span has an id within its ids, also where its clock was a little off", () => {
  const ms = fc.integer({ min: 60_000, max: MAX_TIME_MS - 60_000 });
  const off = fc.integer({ min: -59_000, max: 59_000 });
  fc.assert(
    fc.property(fc.tuple(ms, ms), fc.tuple(ms, off), ([one, other], [at, offMs]) => {
      const span = {
        from: toTimestamp(Math.min(one, other)),
        before: toTimestamp(Math.max(one, other)),
      };
      const { floor = "", ceiling = "" } = idsAround(span);
      const id = formatId("req", at + offMs, { high: 1, low: 1 });
      if (isWithin(span, toTimestamp(at))) expect(id >= floor && id < ceiling).toBe(true);
    }),
  );
});
