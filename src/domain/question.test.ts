import { expect, test } from "vitest";
import { type Answer, answerText } from "./question.ts";

test.each<[string, Answer, string]>([
  ["text as it is, spaces and all", { text: "  B!" }, "  B!"],
  ["an option by its label", { choice: "Pattern B" }, "Pattern B"],
  ["several options one a line", { choices: ["A", "C"] }, "A\nC"],
  ["no option as nothing", { choices: [] }, ""],
  ["fields as JSON", { fields: { host: "a", ports: [1, 2] } }, '{"host":"a","ports":[1,2]}'],
])("an answer reads as %s", (_, answer, text) => {
  expect(answerText(answer)).toBe(text);
});
