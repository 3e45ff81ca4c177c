import { expect, test } from "vitest";
import { type Answer, answerText } from "./question.ts";

test.each<[string, Answer, string]>([
  ["text as it is, spaces and all", { text: "  B!" }, "  B!"],
  ["an option by its label", { choice: "Pattern B" }, "Pattern B"],
  ["several options one a line", { choices: ["A", "C"] }, "A\nC"],
  ["no option as nothing", { choices: [] }, ""],
  ["fields as JSON", { fields: { host: "a", ports: [1, 2] } }, '{"host":"a","ports":[1,2]}'],
  [
    "a note below what was picked",
    { choice: "B", note: "but not on Friday" },
    "B\n\nNote: but not on Friday",
  ],
  ["a note below fields", { fields: { n: 1 }, note: "soon" }, '{"n":1}\n\nNote: soon'],
])("an answer reads as %s", (_, answer, text) => {
  expect(answerText(answer)).toBe(text);
});
