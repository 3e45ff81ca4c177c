import { expect, test } from "vitest";
import { dwellBars, dwellSentence } from "./dwell-model.ts";

const dwell = {
  decided: 8,
  underTwoSeconds: 2,
  buckets: [
    { fromMs: 0, toMs: 2_000, count: 2 },
    { fromMs: 2_000, toMs: 10_000, count: 5 },
    { fromMs: 10_000, count: 1 },
  ],
};

test("each bar says the times it stands for, and which decisions were hasty", () => {
  expect(dwellBars(dwell)).toEqual([
    { text: "under 2\u00a0s", count: 2, isHasty: true },
    { text: "2\u00a0s to 10\u00a0s", count: 5, isHasty: false },
    { text: "over 10\u00a0s", count: 1, isHasty: false },
  ]);
});

test("the sentence tells the share under two seconds", () => {
  expect(dwellSentence(dwell)).toBe(
    "8 decisions of what was seen in the inbox. 2 of them, 25\u00a0%, came less than 2 s after it was first seen.",
  );
  expect(dwellSentence({ ...dwell, underTwoSeconds: 0 })).toMatch(/None was decided in less/);
  expect(dwellSentence({ decided: 0, underTwoSeconds: 0, buckets: [] })).toMatch(/^Nothing/);
});
