import { expect, test } from "vitest";
import { splitClauses } from "./clauses.ts";

const clauses = (text: string) =>
  splitClauses({ text, start: 10, end: 10 + text.length }).map((clause) => clause.text);

test("contrast and clauses with a subject of their own are split off", () => {
  expect(clauses("I need a report, but it must not mention prices")).toEqual([
    "I need a report",
    "it must not mention prices",
  ]);
  expect(clauses("Make a chart and send the file to me")).toEqual([
    "Make a chart",
    "send the file to me",
  ]);
});

test("lists stay whole", () => {
  expect(clauses("Show revenue, units and margin")).toEqual(["Show revenue, units and margin"]);
  expect(clauses("polite but firm")).toEqual(["polite but firm"]);
});

test("a clause stands where it says", () => {
  const text = "Keep it short, and please add a table";
  for (const clause of splitClauses({ text, start: 10, end: 10 + text.length })) {
    expect(text.slice(clause.start - 10, clause.end - 10)).toBe(clause.text);
  }
});

test("what is done to the thing just named stays with it", () => {
  expect(clauses("find out what is wrong and fix it")).toEqual([
    "find out what is wrong and fix it",
  ]);
});

test("a wish behind what is told is a clause of its own in other languages", () => {
  expect(clauses("meine Mutter wird 80 und ich würde gern mit ihr wegfahren")).toEqual([
    "meine Mutter wird 80",
    "ich würde gern mit ihr wegfahren",
  ]);
});
