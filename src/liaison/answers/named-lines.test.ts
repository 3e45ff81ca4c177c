import { expect, test } from "vitest";
import type { Clarification, Exchange } from "../../domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import type { DefineInput } from "../../ports/model/understanding.ts";
import { contextOf } from "../specification/context.ts";
import { deadlinesOf } from "../specification/deadline.ts";
import { readConversation } from "./read-conversation.ts";

const SPECIFICATION: TaskSpecification = {
  id: "cnv_1",
  version: 1,
  title: "A letter",
  description: "",
  requirements: [],
  constraints: [],
  success_criteria: [],
  required_capabilities: [],
  context: {},
  assumptions: [],
  confidence: {
    score: 1,
    reasoning: "",
    confidence_factors: {
      clarity: 1,
      completeness: 1,
      consistency: 1,
      specificity: 1,
      certainty: 1,
    },
  },
};

const NOW = "2026-11-24T10:00:00.000Z";

/** What stands after the specification was shown; a line that begins with "A:" is the assistant's. */
function shown(lines: readonly string[], more: Partial<DefineInput> = {}) {
  const exchanges = lines.map(
    (content, index): Exchange => ({
      id: `msg_${index}`,
      role: content.startsWith("A:") ? "assistant" : "human",
      content,
      timestamp: NOW,
      phase: index < 2 ? "problem_definition" : "awaiting_task_completion",
      round: 1,
    }),
  );
  return readConversation({ exchanges, clarifications: [], now: NOW, cases: [], ...more });
}

const texts = (lines: readonly string[], more: Partial<DefineInput> = {}) =>
  shown(lines, more).statements.map(({ text }) => text);

const answered = (topic: string, answer: string): Clarification => ({
  topic,
  question: "?",
  options: [],
  status: "answered",
  answer,
  asked_in: "msg_1",
});

test("a detail that is told by its name takes the place of what was known of it", () => {
  const clarifications = [answered("place", "the town hall")];
  const lines = ["Plan a party", "A: Where?", "the town hall", "A: So?", "the place is our flat"];
  expect(texts(lines, { clarifications })).toEqual(["Plan a party", "Place: our flat"]);
});

test.each([
  "no, the town hall isn't the place",
  "Das Rathaus town hall ist nicht der Ort",
  "town hall no es el lugar",
  "town hall n'est pas le lieu",
  "town hall non è il luogo",
  "town hall não é o lugar",
  "town hall is niet de plaats",
  "town hall to nie miejsce",
])("what is not the detail loses its line, and is no line itself: “%s”", (said) => {
  const clarifications = [answered("place", "the town hall")];
  const lines = ["Plan a party", "A: Where?", "the town hall", "A: So?", said];
  expect(texts(lines, { clarifications })).toEqual(["Plan a party"]);
});

test("a date that is not the deadline is said on, and sets none", async () => {
  const lines = ["Ask for the cartons due 19 November", "A: So?", "It's not my deadline"];
  const { statements } = shown(lines);
  expect(statements.map(({ text }) => text)).toEqual(["Ask for the cartons due 19 November"]);
  expect(await deadlinesOf(statements, NOW)).toEqual([]);
});

test("what a place is instead is kept beside the task", () => {
  const lines = ["Plan a trip to Kassel", "A: So?", "Kassel is where we live, not the destination"];
  const { place, also_said } = contextOf(shown(lines).statements, undefined);
  expect({ place, also_said }).toEqual({
    place: undefined,
    also_said: ["Kassel is where we live, not the destination"],
  });
});

test.each([
  ["Review by a lawyer: Yes", "No review by a lawyer, please"],
  ["Form: a summary with links", "geen summary with links"],
  ["Deadline: this year", '"deadline this year" can go'],
  ["Format: Markdown", "the format is Word"],
  ["Place: online", "Das ist nicht der Ort"],
])("the assumption “%s” goes with “%s”", (line, said) => {
  const former = { ...SPECIFICATION, assumptions: [line, "Tone: friendly"] };
  const [topic = ""] = line.toLowerCase().split(":");
  expect(shown(["Write a letter", "A: So?", said], { former }).takenOut).toEqual([topic]);
});

test.each([
  [["The server fails since this morning", "A: So?", "since this morning, like I said"]],
  [["Der Server streikt seit heute Morgen", "A: So?", "seit heute Morgen, wie gesagt"]],
  [["De server faalt sinds vanochtend", "A: So?", "sinds vanochtend, zei ik"]],
])("what is said again is no new line: %j", (lines) => {
  expect(texts(lines)).toHaveLength(1);
});

test("what refuses a line is no repetition of it", () => {
  const lines = [
    "Write a report",
    "A: So?",
    "it should name prices",
    "A: So?",
    "it should not name prices",
  ];
  expect(texts(lines)).toContain("It should not name prices");
});
