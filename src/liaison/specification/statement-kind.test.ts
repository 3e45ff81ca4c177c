import { expect, test } from "vitest";
import type { StatementKind } from "./statement.ts";
import { isProceed, isSmallTalk, kindOf, wantsToBegin } from "./statement-kind.ts";

test.each<[StatementKind, string]>([
  ["requirement", "I need a sales dashboard"],
  ["requirement", "Can it be filterable by region?"],
  ["requirement", "Hi there, could you please build me a website?"],
  ["requirement", "I need a report without charts"],
  ["requirement", "Minutes of Monday's council, decisions in bold, 2 pages at most"],
  ["requirement", "Lesson plan for 45 min on photosynthesis"],
  ["requirement", "You were never late"],
  ["constraint", "Never mention prices"],
  ["constraint", "No pie charts"],
  ["constraint", "It must not mention prices"],
  ["constraint", "Stay under $500"],
  ["constraint", "Use only public data"],
  ["constraint", "It must load within two seconds"],
  ["small_talk", "Hard to say."],
  ["non_goal", "No need for margin"],
  ["non_goal", "I don't need a touchscreen"],
  ["criterion", "It works when all tests pass"],
  ["criterion", "The goal is that customers find us"],
  ["criterion", "It should load in under 2 seconds"],
  ["context", "We use Postgres"],
  ["context", "I am a teacher"],
  ["context", "The login page crashes with an emoji"],
  ["question", "What is the best phone?"],
  ["small_talk", "Thank you so much for your help!"],
  ["small_talk", "great, go ahead"],
  ["small_talk", "Great work!"],
])("it is a %s: %s", (kind, clause) => {
  expect(kindOf(clause, clause.endsWith("?"))).toBe(kind);
});

test.each(["just do it", "please just do it", "you decide", "no more questions", "Go ahead."])(
  "“%s” wants no more questions",
  (text) => {
    expect(isProceed(text)).toBe(true);
  },
);

test.each(["just do it in Python", "you decide the colours", "start with revenue", "yes"])(
  "“%s” says something else",
  (text) => {
    expect(isProceed(text)).toBe(false);
  },
);

test("courtesies without an end are not read to the end", () => {
  expect(isSmallTalk("thanks so much ".repeat(10_000))).toBe(false);
});

test.each([
  "Berlin, in May. Go ahead",
  "I don't want to answer all that, just write it",
  "Zwei Personen. Leg los",
  "随便",
  "Two of us, no meat. That's everything.",
])("“%s” lets it begin", (message) => {
  expect(wantsToBegin(message)).toBe(true);
});

test.each([
  "yes",
  "no idea",
  "don't start yet",
  "skip",
  "How long will it take?",
  "no, go by train",
  "My bike was stolen and the insurance wants an account. Can you draft it?",
])("“%s” does not let it begin", (message) => {
  expect(wantsToBegin(message)).toBe(false);
});
