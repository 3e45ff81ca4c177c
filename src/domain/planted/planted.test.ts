import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { dueMoment } from "./planted.ts";

const MONDAY = Date.UTC(2026, 10, 23);
const at = (day: number) => ({ aWeek: 2, draws: () => [day / 7, 0.99] });

test("a moment is due from then on for a day, and in no other week", () => {
  const due = (ms: number) => dueMoment(MONDAY + ms, at(2));
  expect(due(2 * DAY_MS - HOUR_MS)).toBeUndefined();
  const name = due(2 * DAY_MS + HOUR_MS);
  expect(name).toMatch(/^\d+\.0$/);
  expect(due(3 * DAY_MS - HOUR_MS)).toBe(name);
  expect(due(3 * DAY_MS + HOUR_MS)).toBeUndefined();
  expect(due(9 * DAY_MS + HOUR_MS)).not.toBe(name);
});

test("what was due at the end of a week is due at the beginning of the next", () => {
  const late = dueMoment(MONDAY + 7 * DAY_MS + HOUR_MS, at(2));
  expect(late).toMatch(/\.1$/);
});

test("there are no more moments than are wanted", () => {
  const none = { aWeek: 0, draws: () => [0.5, 0.5] };
  expect(dueMoment(MONDAY + 4 * DAY_MS, none)).toBeUndefined();
});
