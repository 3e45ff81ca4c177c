import { expect, test } from "vitest";
import { toTimestamp } from "../../domain/timestamp.ts";
import { dayBars, daysSentence, hourBars, hoursSentence } from "./interruptions-model.ts";

/** A time of this machine's zone. */
const local = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const at = (day: number, hour: number, count: number) => ({
  at: toTimestamp(local(day, hour)),
  count,
});
const now = local(22, 12);
const asked = [at(20, 9, 4), at(22, 9, 2), at(22, 11, 3)];

test("each day has a bar, also one without an interruption, up to today", () => {
  const bars = dayBars(asked, { days: 3, now });
  expect(bars).toEqual([
    { at: local(19), count: 0 },
    { at: local(20), count: 4 },
    { at: local(21), count: 0 },
    { at: local(22), count: 5 },
  ]);
});

test("what lies before the window is not counted", () => {
  expect(dayBars([at(1, 9, 9)], { days: 3, now }).every(({ count }) => count === 0)).toBe(true);
});

test("an hour of the day is the average over the days", () => {
  const bars = hourBars(asked, 4);
  expect(bars).toHaveLength(24);
  expect([bars[9], bars[11], bars[10]]).toEqual([1.5, 0.75, 0]);
});

test("the sentences tell the highest bar as it is drawn", () => {
  const day = (ms: number) => `the ${new Date(ms).getDate()}th`;
  expect(daysSentence(dayBars(asked, { days: 3, now }), day)).toBe(
    "Agents asked 9 times, most often on the 22th: 5. Nobody was asked on 2 days.",
  );
  expect(hoursSentence(hourBars(asked, 4))).toBe(
    "2.3 times a day on average, most often from 09:00 to 10:00: 1.5 times in that hour. In 22 hours of the day nobody was asked.",
  );
  expect(daysSentence([], day)).toMatch(/No agent asked/);
  expect(hoursSentence(hourBars([], 7))).toMatch(/No agent asked/);
});
