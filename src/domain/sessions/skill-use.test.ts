import { expect, test } from "vitest";
import { skillUseOf } from "./skill-use.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const daysAgo = (days: number) =>
  new Date(Date.UTC(2026, 0, 31) - days * DAY_MS).toISOString() as `${string}Z`;
const use = (since: number, ...reads: number[]) =>
  skillUseOf({ name: "tidy", since: daysAgo(since), now: daysAgo(0) }, reads.map(daysAgo));

test("a skill that nobody has read for a week comes with a recommendation", () => {
  expect(use(8).recommendation).toContain("Nobody has read it for a week");
  expect(use(30, 20, 9)).toMatchObject({
    reads: { day: 0, week: 0, month: 2 },
    recommendation: expect.any(String),
  });
});

test("one that is new, or was read within the week, does not", () => {
  expect(use(6)).not.toHaveProperty("recommendation");
  expect(use(30, 6)).not.toHaveProperty("recommendation");
  expect(use(30, 0.5).reads).toEqual({ day: 1, week: 1, month: 1 });
});
