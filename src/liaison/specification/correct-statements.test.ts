import { expect, test } from "vitest";
import { correctStatements } from "./correct-statements.ts";
import { answerStatement, makeStatement } from "./make-statement.ts";
import { readCorrection } from "./read-correction.ts";
import type { Statement } from "./statement.ts";

const said = (text: string) => makeStatement(text, "msg_1");
const corrected = (statements: readonly Statement[], clause: string) =>
  correctStatements(statements, readCorrection(clause) ?? {}, "msg_2");
const textsAfter = (statements: readonly Statement[], clause: string) =>
  corrected(statements, clause).statements.map(({ text }) => text);

test("a new value takes the place of the old one of its kind", () => {
  expect(textsAfter([said("I need a monthly report")], "actually make it weekly")).toEqual([
    "A weekly report",
  ]);
});

test("what is named is replaced", () => {
  expect(
    textsAfter([said("Use pie charts"), said("Add a map")], "bar charts instead of pie charts"),
  ).toEqual(["Use bar charts", "Add a map"]);
});

test("what is dropped goes, whole or out of its list", () => {
  expect(textsAfter([said("Add a pie chart"), said("Add a map")], "drop the pie chart")).toEqual([
    "Add a map",
  ]);
  expect(textsAfter([said("Show revenue, units and margin")], "drop units")).toEqual([
    "Show revenue and margin",
  ]);
  expect(textsAfter([said("Show revenue, units and margin")], "no need for margin")).toEqual([
    "Show revenue and units",
  ]);
});

test("an answer is replaced by the name of its detail", () => {
  const sources = ["msg_1"] as const;
  const answer = answerStatement({ topic: "audience", answer: "executives", sources });
  expect(textsAfter([answer], "change the audience to customers")).toEqual(["Audience: customers"]);
  expect(textsAfter([answer], "actually make it for the whole team")).toEqual([
    "Audience: the whole team",
  ]);
});

test("a correction of what nobody said is not spent", () => {
  expect(corrected([said("Add a map")], "drop the pie chart").isSpent).toBe(false);
  expect(corrected([said("Add a map")], "make it weekly").isSpent).toBe(false);
});

test("a corrected statement is traced to the correction too", () => {
  const [first] = corrected([said("I need a monthly report")], "make it weekly").statements;
  expect(first?.sources).toEqual(["msg_1", "msg_2"]);
});
