import { expect, test } from "vitest";
import { readCorrection } from "./read-correction.ts";

test.each([
  ["actually make it weekly", { value: "weekly" }],
  ["make it weekly instead", { value: "weekly" }],
  ["yes but make it weekly", { value: "weekly" }],
  ["no, monthly", { value: "monthly" }],
  ["use bar charts instead of pie charts", { old: "pie charts", value: "bar charts" }],
  ["not pie charts but bar charts", { old: "pie charts", value: "bar charts" }],
  ["weekly, not monthly", { old: "monthly", value: "weekly" }],
  ["change the audience to customers", { old: "audience", value: "customers" }],
  ["replace revenue with profit", { old: "revenue", value: "profit" }],
  ["drop the pie chart", { old: "pie chart" }],
  ["no need for margin", { old: "margin" }],
  ["we don't need margin after all", { old: "margin" }],
])("“%s” corrects", (clause, correction) => {
  expect(readCorrection(clause)).toEqual(correction);
});

test.each(["I need a report", "It must not mention prices", "at most 5 pages", "no more than 5"])(
  "“%s” corrects nothing",
  (clause) => {
    expect(readCorrection(clause)).toBeUndefined();
  },
);
