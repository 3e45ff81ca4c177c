import { expect, test } from "vitest";
import { MAX_TITLE_LENGTH } from "../../domain/liaison/task-specification.ts";
import { answerStatement, makeStatement } from "./make-statement.ts";
import { titleOf } from "./title.ts";

test("a title is what is to be made, for its period", () => {
  const goal = makeStatement("I need a sales dashboard", "msg_1");
  const period = answerStatement({ topic: "period", answer: "Last quarter", sources: [] });
  expect(titleOf(goal, [goal, period])).toBe("Sales dashboard for last quarter");
});

test("a period is named without what it is a period of", () => {
  const goal = makeStatement("I need a sales dashboard", "msg_1");
  const period = answerStatement({ topic: "period", answer: "last quarter's sales", sources: [] });
  expect(titleOf(goal, [goal, period])).toBe("Sales dashboard for last quarter");
});

test("what is not made keeps its verb", () => {
  const goal = makeStatement("Please translate the letter into German", "msg_1");
  expect(titleOf(goal, [goal])).toBe("Translate the letter into German");
});

test("“fix it” is named by what was said before", () => {
  const problem = makeStatement("The login page crashes", "msg_1");
  const goal = makeStatement("Please fix it", "msg_1");
  expect(titleOf(goal, [problem, goal])).toBe("Fix: the login page crashes");
});

test("a title is never too long", () => {
  const goal = makeStatement(`I need a ${"very ".repeat(80)}long report`, "msg_1");
  expect(titleOf(goal, [goal]).length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
});

test.each([
  ["Ich brauche einen Plan für den Umzug", "Plan für den Umzug"],
  ["Quiero una carta para mi casero", "Carta para mi casero"],
  ["Je voudrais une recette sans gluten", "Recette sans gluten"],
  ["Vorrei un itinerario per Napoli", "Itinerario per Napoli"],
])("in other languages it is the thing as well: %s", (said, title) => {
  const goal = makeStatement(said, "msg_1");
  expect(titleOf(goal, [goal])).toBe(title);
});
