import { expect, test } from "vitest";
import { liaisonMessages } from "../wording/liaison-messages.ts";
import { contradictionsIn } from "./contradictions.ts";
import { deadlinesOf } from "./deadline.ts";
import { answerStatement, makeStatement } from "./make-statement.ts";
import type { Statement } from "./statement.ts";

const { say } = liaisonMessages("en");
const NOW = "2026-11-24T10:00:00.000Z";
const said = (...texts: string[]) => texts.map((text) => makeStatement(text, "msg_1"));
const found = async (statements: readonly Statement[]) =>
  contradictionsIn(statements, await deadlinesOf(statements, NOW), { now: NOW, say }).map(
    ({ words }) => words,
  );

test.each([
  [["I need a monthly report", "I need it weekly"], "monthly"],
  [["I need a daily report", "It is due every Monday"], "daily"],
  [["It may cost $500", "My budget is 900 euros"], "500"],
  [["Use only bar charts", "Add a pie chart"], "pie chart"],
  [["Use pie charts", "No pie charts"], "pie charts"],
  [["I need it by Friday", "It is due on 3 December"], "Friday"],
  [["I need it by 2026-11-01"], "in the past"],
])("%j contradict each other", async (texts, named) => {
  const [words] = await found(said(...texts));
  expect(words).toContain(named);
});

test.each([
  [["I need a weekly report", "Send it every week"]],
  [["A hotel up to 130 euros a night", "In all up to 1,100 euros"]],
  [["I need a weekly report", "It is due every Monday"]],
  [["Send it every Monday", "Send it every Thursday too"]],
  [["I currently run twice a week", "I can train three times a week"]],
  [["Use bar charts", "Add a map"]],
  [["It may cost $500", "It should be cheap"]],
  [["I need it by Friday"]],
])("%j go together", async (texts) => {
  expect(await found(said(...texts))).toEqual([]);
});

test("an answer settles what was said before", async () => {
  const answer = answerStatement({ topic: "how often", answer: "weekly", sources: [] });
  expect(await found([...said("A monthly report", "I need it weekly"), answer])).toEqual([]);
});
