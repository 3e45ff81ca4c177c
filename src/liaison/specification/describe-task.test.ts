import { expect, test } from "vitest";
import { describeTask } from "./describe-task.ts";
import { answerStatement, makeStatement } from "./make-statement.ts";

const goal = makeStatement("I need a sales dashboard", "msg_1");
const answer = (topic: string, said: string) =>
  answerStatement({ topic, answer: said, sources: ["msg_2"] });

test("what is known reads as one sentence, wishes beside it follow", () => {
  const statements = [
    goal,
    answer("audience", "the executives"),
    answer("metrics", "revenue, units and margin"),
    answer("period", "last quarter"),
    makeStatement("It must also be filterable by region", "msg_3"),
  ];
  expect(describeTask(goal, statements)).toBe(
    "A sales dashboard for last quarter with revenue, units and margin, for the executives. Filterable by region.",
  );
});

test("an answer loses the capital that it began with, a name keeps its own", () => {
  const listed = [goal, answer("metrics", "Revenue and units"), answer("period", "Last quarter")];
  expect(describeTask(goal, listed)).toBe(
    "A sales dashboard for last quarter with revenue and units.",
  );
  const named = [goal, answer("audience", "Ana"), answer("metrics", "NPS and CSAT")];
  expect(describeTask(goal, named)).toBe("A sales dashboard with NPS and CSAT, for Ana.");
});

test("what the goal says is not said again", () => {
  const whole = makeStatement("I need a dashboard for the executives", "msg_1");
  expect(describeTask(whole, [whole, answer("audience", "executives")])).toBe(
    "A dashboard for the executives.",
  );
});

test("without a goal nothing is described", () => {
  expect(describeTask(undefined, [])).toBe("Not said yet.");
});
