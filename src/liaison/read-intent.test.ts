import { expect, test } from "vitest";
import type { TaskSpecification } from "../domain/liaison/task-specification.ts";
import type { Intent } from "../ports/model/understanding.ts";
import { readIntent } from "./read-intent.ts";

const TASK: TaskSpecification = {
  id: "tsk_1",
  version: 1,
  title: "Sales dashboard for last quarter",
  description: "A sales dashboard. Metrics: revenue.",
  requirements: [],
  constraints: [],
  success_criteria: [],
  required_capabilities: [],
  context: {},
  assumptions: [],
  confidence: {
    score: 0.9,
    reasoning: "",
    confidence_factors: { clarity: 1, completeness: 1, consistency: 1 },
  },
};

test.each(["Whatever.", "I don't care", "fine", "ok", "You decide"])(
  "“%s” to what is proposed lets it begin",
  (text) => {
    expect(readIntent({ text, task: undefined, hasResult: false })).toBe("confirm");
  },
);

test.each<[Intent, string]>([
  ["confirm", "yes"],
  ["confirm", "looks good, go ahead"],
  ["confirm", "Yes, that is it!"],
  ["confirm", "ok"],
  ["correct", "yes but make it weekly"],
  ["correct", "can it be filterable by region?"],
  ["correct", "drop the pie chart"],
  ["correct", "use last month instead"],
  ["withdraw", "never mind"],
  ["withdraw", "forget it"],
  ["withdraw", "cancel it please"],
  ["other", "thanks"],
  ["other", "hmm"],
  ["other", "what's the status?"],
])("before a result, it is %s: %s", (intent, text) => {
  expect(readIntent({ text, task: TASK, hasResult: false })).toBe(intent);
});

test.each<[Intent, string]>([
  ["feedback", "The colors are hard to tell apart"],
  ["feedback", "I like it, but the quarters should be compared"],
  ["feedback", "perfect"],
  ["new_task", "I also need a hiring plan"],
  ["new_task", "write me a poem about cats"],
  ["correct", "make regions more prominent"],
  ["confirm", "yes"],
  ["withdraw", "forget it"],
  ["other", "thanks"],
])("after a result, it is %s: %s", (intent, text) => {
  expect(readIntent({ text, task: TASK, hasResult: true })).toBe(intent);
});

test("without a task a wish is a task, and a greeting none", () => {
  const intent = (text: string) => readIntent({ text, task: undefined, hasResult: false });
  expect(intent("I need a dashboard")).toBe("new_task");
  expect(intent("hi there")).toBe("other");
});

test("a correction that says “cancel” of a part withdraws nothing", () => {
  const text = "forget it, make it weekly instead";
  expect(readIntent({ text, task: TASK, hasResult: false })).toBe("correct");
});
