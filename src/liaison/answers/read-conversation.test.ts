import { expect, test } from "vitest";
import type { Clarification, Exchange } from "../../domain/liaison/liaison.ts";
import { readConversation } from "./read-conversation.ts";

const NOW = "2026-11-24T10:00:00.000Z";
const exchange = (role: Exchange["role"], content: string, index: number): Exchange => ({
  id: `msg_${index}`,
  role,
  content,
  timestamp: NOW,
  phase: "problem_definition",
  round: 1,
});
const asked = (topic: string, asked_in: `msg_${string}`): Clarification => ({
  topic,
  question: `Which ${topic}?`,
  options: [],
  status: "open",
  asked_in,
});

/** A line that begins with "A:" is the assistant's. */
function read(lines: readonly string[], clarifications: readonly Clarification[] = []) {
  const exchanges = lines.map((line, index) =>
    exchange(line.startsWith("A:") ? "assistant" : "human", line, index),
  );
  return readConversation({ exchanges, clarifications, now: NOW, cases: [] });
}
const textsOf = (...args: Parameters<typeof read>) =>
  read(...args).statements.map(({ text }) => text);

test("each clause is a statement of what it says", () => {
  const { statements } = read(["We use Postgres. I need a report, but it must not name prices."]);
  expect(statements.map(({ kind, text }) => [kind, text])).toEqual([
    ["context", "We use Postgres"],
    ["requirement", "A report"],
    ["constraint", "It must not name prices"],
  ]);
});

test("an answer is not wanted beside its question as well", () => {
  expect(
    textsOf(["I need a report", "A: For whom?", "executives"], [asked("audience", "msg_1")]),
  ).toEqual(["A report", "Audience: executives"]);
});

test("words before a question do not answer it", () => {
  const { answered } = read(["for executives", "A: For whom?"], [asked("audience", "msg_1")]);
  expect(answered).toEqual([]);
});

test("words that answered nothing are kept when what was open is left to us", () => {
  const lines = [
    "Plan a party",
    "A: Which style? When? Who comes?",
    "with 12 kids",
    "A: When does it take place?",
    "she turns 7 and likes horses",
    "A: …",
    "you decide",
  ];
  const left = (topic: string, asked_in: `msg_${string}`): Clarification => ({
    ...asked(topic, asked_in),
    status: "left_to_us",
  });
  const clarifications = [left("style of the party", "msg_1"), left("date", "msg_3")];
  expect(textsOf(lines, clarifications)).toContain("She turns 7 and likes horses");
});

test("words are kept that seem to answer what others have answered", () => {
  const lines = [
    "Plan a party",
    "A: Which style?",
    "with music",
    "A: Who comes?",
    "she turns 7 and likes horses",
    "A: …",
    "12 kids",
    "A: …",
    "you decide",
  ];
  const clarifications: readonly Clarification[] = [
    { ...asked("style of the party", "msg_1"), status: "assumed" },
    { ...asked("guests", "msg_3"), status: "answered", answer: "12 kids" },
  ];
  const texts = textsOf(lines, clarifications);
  expect(texts).toContain("She turns 7 and likes horses");
  expect(texts).toContain("Guests: 12 kids");
});

test("all parts are kept of words that seem to answer what was given up", () => {
  const lines = ["Plan a party", "A: Which theme?", "Horses are nice. Ponies too.", "A: …"];
  const clarifications: readonly Clarification[] = [
    { ...asked("theme", "msg_1"), status: "left_to_us" },
  ];
  const texts = textsOf(lines, clarifications).join();
  expect(texts).toContain("Horses");
  expect(texts).toContain("Ponies");
});

test("an answer may come later, and be changed by its name", () => {
  const lines = [
    "I need a report",
    "A: For whom?",
    "thanks",
    "A: …",
    "executives",
    "audience: customers",
  ];
  expect(textsOf(lines, [asked("audience", "msg_1")])).toContain("Audience: customers");
  expect(textsOf(lines, [asked("audience", "msg_1")])).not.toContain("Audience: executives");
});

test("a well-known detail is told by its name, asked for or not", () => {
  const { statements } = read(["I need a report\nDeadline: 2026-12-01"]);
  expect(statements[1]).toMatchObject({ topicKind: "deadline", kind: "constraint" });
});

test("“just do it” counts while it is new", () => {
  expect(read(["I need a report", "just do it"]).wantsToProceed).toBe(true);
  expect(read(["I need a report", "just do it", "A: done"]).wantsToProceed).toBe(false);
});

test("what fits nowhere is also said, and no wish", () => {
  const { statements } = read(
    ["Find a gift for Mia", "A: What may it cost?", "30 euros. she is seven"],
    [asked("budget", "msg_1")],
  );
  expect(statements.find(({ text }) => /seven/.test(text))?.kind).toBe("also_said");
});

test.each([
  ["Two rooms, 3 nights, go ahead", ["Two", "3"]],
  ["idk, Lisbon maybe, 400 euros, my sister says 5 May", ["Lisbon", "400", "5 May"]],
  ["acoustic, I think? Ann pays, whatever else", ["acoustic", "Ann"]],
  ["no idea about the colour. size 44, for Tom", ["44", "Tom"]],
  ["keine Ahnung. 12 Stühle, bis Freitag, leg los", ["12", "Freitag"]],
])("no fact is lost from “%s”", (words, facts) => {
  const { statements } = read(
    ["I need help with a thing", "A: Which one?", words],
    [asked("preferences", "msg_1")],
  );
  const held = statements
    .map(({ text }) => text)
    .join("\n")
    .toLowerCase();
  for (const fact of facts) expect(held).toContain(fact.toLowerCase());
});

test.each([
  ["ok rent is 980 and car 310 if that helps", true],
  ["is it the 20th or the 21st.", false],
])("a figure that only sounds like a question is kept: %s, %s", (words, isKept) => {
  const lines = ["Where does my money go every month", "A: What is your income?", words];
  const { statements } = read(lines, [{ ...asked("income", "msg_1"), status: "left_to_us" }]);
  expect(statements.some(({ kind }) => kind === "also_said")).toBe(isKept);
});
