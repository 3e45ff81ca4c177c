import { expect, test } from "vitest";
import { bareFact } from "./bare-fact.ts";
import { makeStatement } from "./make-statement.ts";

const textOf = (said: string) => bareFact(makeStatement(said, "msg_1"))?.text;

test.each([
  ["a week", "Duration: a week"],
  ["last quarter", "Period: last quarter"],
  ["Me and my wife.", "People: Me and my wife"],
])("“%s” tells a detail and asks for nothing", (said, text) => {
  expect(textOf(said)).toBe(text);
});

test.each(["A weekly report by mail", "Add a week", "Blue"])("“%s” is a wish", (said) => {
  expect(textOf(said)).toBeUndefined();
});
