import { expect, test } from "vitest";
import { deadlinesOf } from "./deadline.ts";
import { makeStatement } from "./make-statement.ts";

const NOW = "2026-11-24T10:00:00.000Z";
const dateIn = async (text: string) =>
  (await deadlinesOf([makeStatement(text, "msg_1")], NOW))[0]?.date;

test.each([
  ["I need it by Friday", "2026-11-27"],
  ["It is due on 3 December", "2026-12-03"],
  ["Finish it within two weeks", "2026-12-08"],
  ["Deadline: 2026-12-24", "2026-12-24"],
  ["by the end of the month", "2026-11-30"],
  ["by the end of the quarter", "2026-12-31"],
  ["before the end of the year", "2026-12-31"],
  ["by eod", "2026-11-24"],
  ["by tomorrow at 5pm", "2026-11-25T17:00:00.000Z"],
  ["The boss wants them by noon", "2026-11-24T12:00:00.000Z"],
  ["It must be ready by 5pm", "2026-11-24T17:00:00.000Z"],
  ["as soon as possible", "2026-11-24"],
])("“%s” is %s", async (text, date) => {
  expect(await dateIn(text)).toBe(date);
});

test.each([
  "A breakdown by region",
  "Sales of last quarter",
  "No flights before 9am",
  "by bus",
  "It must load within two seconds",
  "It has to answer within 300 ms",
  "I need a 45 minute lecture on cells",
  "I need the minutes of yesterday written up",
  "Nobody leaves by 5pm",
  "The delivery was due on 19 November",
  "Remind them politely, payment within 10 days",
])("“%s” is no deadline", async (text) => {
  expect(await dateIn(text)).toBeUndefined();
});

test("the words are kept as they were said", async () => {
  const [deadline] = await deadlinesOf([makeStatement("I need it by Friday", "msg_7")], NOW);
  expect(deadline).toMatchObject({ words: "Friday", sources: ["msg_7"] });
});
