import { expect, test } from "vitest";
import { hourBars, hoursABar, interruptionsSentence } from "./interruptions-model.ts";

const now = Date.parse("2026-11-22T12:30:00.000Z");
const asked = [
  { at: "2026-11-22T09:00:00.000Z", count: 4 },
  { at: "2026-11-22T12:00:00.000Z", count: 2 },
];

test("hours without an interruption have a bar too", () => {
  const bars = hourBars(asked, { days: 1, now, aheadMinutes: 0 });
  expect(bars.length).toBe(25);
  expect(bars.at(-1)).toEqual({
    at: Date.parse("2026-11-22T12:00:00.000Z"),
    hours: 1,
    count: 2,
    anHour: 2,
  });
  expect(bars.at(-4)?.count).toBe(4);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(6);
});

test("a bar of several hours shows their mean", () => {
  const bars = hourBars(asked, { days: 7, now, aheadMinutes: 0 });
  expect(bars.at(-2)).toMatchObject({ hours: 3, count: 4, anHour: 4 / 3 });
});

test("bars begin at the hours of local days", () => {
  const bars = hourBars(asked, { days: 30, now, aheadMinutes: 330 });
  expect(new Date((bars[0]?.at ?? 0) + 330 * 60_000).getUTCHours() % 12).toBe(0);
});

test("what lies before the window is not counted", () => {
  const old = [{ at: "2026-11-01T09:00:00.000Z", count: 9 }];
  const bars = hourBars(old, { days: 1, now, aheadMinutes: 0 });
  expect(bars.every(({ count }) => count === 0)).toBe(true);
});

test("about as many bars as fit are made", () => {
  expect([1, 7, 30].map((days) => (days * 24) / hoursABar(days))).toEqual([24, 56, 60]);
});

test("the sentence tells the mean, the busiest hour and the quiet ones", () => {
  expect(interruptionsSentence(asked, { days: 1, timeOf: (at) => at.slice(11, 16) })).toBe(
    "Agents asked 6 times, 0.3 an hour on average. The busiest hour began 09:00 with 4; in 22 hours nobody was asked.",
  );
  expect(interruptionsSentence([], { days: 1, timeOf: String })).toMatch(/No agent asked/);
});
