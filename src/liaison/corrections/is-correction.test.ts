import { expect, test } from "vitest";
import { isCorrection } from "./is-correction.ts";

test.each([
  "actually make it weekly",
  "make it weekly instead",
  "yes but make it weekly",
  "no, monthly",
  "use bar charts instead of pie charts",
  "not pie charts but bar charts",
  "weekly, not monthly",
  "change the audience to customers",
  "replace revenue with profit",
  "drop the pie chart",
  "no need for margin",
  "we don't need margin after all",
  "nein, monatlich",
  "nicht rot, sondern blau",
  "mejor el viernes",
  "plutôt vendredi",
  "不对，是周五",
])("“%s” corrects", (clause) => {
  expect(isCorrection(clause)).toBe(true);
});

test.each([
  "I need a report",
  "It must not mention prices",
  "at most 5 pages",
  "no more than 5",
  "Ich brauche einen Bericht",
])("“%s” corrects nothing", (clause) => {
  expect(isCorrection(clause)).toBe(false);
});
