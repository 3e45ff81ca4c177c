import { expect, test } from "vitest";
import { readAnswers } from "./read-answers.ts";

const PERIOD = {
  topic: "period",
  question: "Which period should it cover?",
  options: ["Last month", "Last quarter", "This year"],
};
const METRICS = {
  topic: "metrics",
  question: "Which figures should it show?",
  options: ["The most common ones", "A few key figures"],
};
const AUDIENCE = {
  topic: "audience",
  question: "Who is it for?",
  options: ["Executives", "The team", "Customers"],
};
const ALL = [PERIOD, METRICS, AUDIENCE];

/** Topic and answer; an answer that is left to us is a dash. */
const answersTo = (text: string, asked = ALL) =>
  Object.fromEntries(
    readAnswers(text, asked).answers.map(({ topic, status, answer }) => [
      topic,
      status === "left_to_us" ? "–" : answer,
    ]),
  );
const WHOLE = {
  period: "last quarter",
  metrics: "revenue, units and margin",
  audience: "executives",
};

test.each([
  ["fields", JSON.stringify(WHOLE)],
  ["numbers", "1. last quarter 2. revenue, units and margin 3. executives"],
  ["numbered lines", "1) last quarter\n2) revenue, units and margin\n3) executives"],
  ["lines", "last quarter\nrevenue, units and margin\nexecutives"],
  ["names", "period: last quarter\nmetrics: revenue, units and margin\nAudience: executives"],
  ["sentences", "It's for executives. I want revenue, units and margin for last quarter."],
  ["one sentence", "last quarter, with revenue, units and margin, for executives"],
])("questions are answered by %s", (_, text) => {
  expect(answersTo(text)).toEqual(WHOLE);
});

test("between commas they are answered in order, where each part could be its answer", () => {
  expect(answersTo("last quarter, revenue, executives")).toEqual({ ...WHOLE, metrics: "revenue" });
  expect(answersTo("revenue, units, margin")).toEqual({ metrics: "revenue, units, margin" });
});

test("fields named by number, lists and yes or no are read as people write them", () => {
  expect(answersTo('{"q1":"last quarter","q2":["revenue","units"]}')).toEqual({
    period: "last quarter",
    metrics: "revenue and units",
  });
});

test("an empty field is no answer, and another field is said beside", () => {
  const { answers, rest } = readAnswers('{"period":"","notes":"Make it blue"}', ALL);
  expect(answers).toEqual([]);
  expect(rest).toEqual(["Make it blue"]);
});

test("broken JSON is read as words", () => {
  const { answers, rest } = readAnswers('{"colour": blue, and more', []);
  expect(answers).toEqual([]);
  expect(rest).toEqual(['{"colour": blue, and more']);
});

test.each([
  ["2", "The team"],
  ["option 3", "Customers"],
  ["b", "The team"],
  ["the first one", "Executives"],
  ["Customers", "Customers"],
  ["the board", "the board"],
  ["yes", "yes"],
])("the only question is answered by “%s”", (text, answer) => {
  expect(answersTo(text, [AUDIENCE])).toEqual({ audience: answer });
});

test.each(["you decide", "whatever", "I don't care", "up to you", "no preference."])(
  "“%s” leaves all questions to us",
  (text) => {
    expect(answersTo(text)).toEqual({ period: "–", metrics: "–", audience: "–" });
  },
);

test("one may be left to us, or the rest", () => {
  expect(answersTo("I don't care about the period. Executives.")).toEqual({
    period: "–",
    audience: "Executives",
  });
  expect(answersTo("last quarter please, you decide the rest")).toEqual({
    period: "last quarter please",
    metrics: "–",
    audience: "–",
  });
  expect(answersTo('{"period":"you decide"}')).toEqual({ period: "–" });
});

test("what answers none is said beside", () => {
  const { answers, rest } = readAnswers("For the board, and please make it blue", [AUDIENCE]);
  expect(answers).toEqual([{ topic: "audience", status: "answered", answer: "the board" }]);
  expect(rest).toEqual(["please make it blue"]);
});

test.each(["What do you mean?", "thanks", "make it weekly instead"])(
  "“%s” is no answer",
  (text) => {
    expect(answersTo(text, [AUDIENCE])).toEqual({});
  },
);

test("with nothing asked all is said beside", () => {
  expect(readAnswers("Executives. Last quarter.", [])).toEqual({
    answers: [],
    rest: ["Executives.", "Last quarter."],
  });
});

test("what comes with an answer is said beside it", () => {
  expect(readAnswers("It is for the executives, with bar and line charts.", ALL)).toEqual({
    answers: [{ topic: "audience", status: "answered", answer: "the executives" }],
    rest: ["bar and line charts."],
  });
  expect(readAnswers("Show revenue, units and margin with bar and line charts.", ALL)).toEqual({
    answers: [{ topic: "metrics", status: "answered", answer: "revenue, units and margin" }],
    rest: ["bar and line charts."],
  });
  expect(readAnswers("Revenue, units and margin, as bar and line charts.", ALL)).toEqual({
    answers: [{ topic: "metrics", status: "answered", answer: "Revenue, units and margin" }],
    rest: ["bar and line charts."],
  });
});

test("a list is without the verb before it", () => {
  expect(answersTo("Show revenue and units")).toEqual({ metrics: "revenue and units" });
});

test("“hard to say” leaves all that is open to us", () => {
  expect(answersTo("Hard to say.")).toEqual({ period: "–", metrics: "–", audience: "–" });
});

test("a word that fits no other question answers the one that any word could", () => {
  const activities = { topic: "activities and interests", question: "Which ones?", options: [] };
  const budget = { topic: "budget for the trip", question: "Which budget?", options: [] };
  expect(answersTo("Sightseeing", [budget, activities, AUDIENCE])).toEqual({
    "activities and interests": "Sightseeing",
  });
});

test("what is left to us of the rest is left to us of what has no answer", () => {
  expect(answersTo("For executives. No preference for the rest.")).toEqual({
    audience: "executives",
    period: "–",
    metrics: "–",
  });
});

test("what answers nothing that is open is kept beside the answers", () => {
  const duration = { topic: "duration of the trip", question: "How long will it be?", options: [] };
  const { rest } = readAnswers("scotland, last quarter, 3 nights, by car", [PERIOD, duration]);
  expect(rest).toEqual(["scotland", "by car"]);
});

test.each([
  ["umm in our flat, like i said", "in our flat"],
  ["as I wrote: in our flat", "in our flat"],
  ["It's the town hall", "the town hall"],
  ["C'est la mairie", "la mairie"],
  ["äh, in unserer Wohnung, wie gesagt", "in unserer Wohnung"],
  ["pues, en nuestra casa, como ya dije", "en nuestra casa"],
  ["euh, chez nous, je l'ai déjà dit", "chez nous"],
  ["boh, da noi, come ho detto", "da noi"],
  ["em nossa casa, como já disse", "em nossa casa"],
  ["bij ons thuis, zei ik", "bij ons thuis"],
  ["u nas w domu, jak mówiłam", "u nas w domu"],
  ["えっと、うちです", "うちです"],
  ["嗯，在我家", "在我家"],
])("what introduces an answer is no part of it: “%s”", (said, answer) => {
  const place = { topic: "place", question: "Where?", options: [] };
  expect(readAnswers(said, [place]).answers).toEqual([
    { topic: "place", status: "answered", answer },
  ]);
});

test.each([
  "why do you need my name?",
  "it's just for us, nobody needs to reach me",
  "Niemand muss uns erreichen",
  "personne n'a besoin de me joindre",
  "you don't need that",
])("what only speaks of the question leaves it open: “%s”", (said) => {
  const name = { topic: "name", question: "In whose name?", options: [] };
  expect(readAnswers(said, [name]).answers).toEqual([]);
});

const AIM = { topic: "intended use", question: "What will it be used for?", options: [] };
const LAW = { topic: "jurisdiction", question: "Under which country's law?", options: [] };

test.each([
  ["Around 260 employees, German and English", [PERIOD]],
  ["do the second one first", [{ topic: "duration", question: "How long is it?", options: [] }]],
  ["grouped by aisle would be neat", [AUDIENCE]],
  ["she is 7", [AIM]],
  ["No photo", [AIM]],
  ["I only have his ship card", [AIM]],
  ["We have to be back on Sunday the 14th", [{ topic: "budget", question: "?", options: [] }]],
])("“%s” is told beside the one question, which it cannot answer", (text, asked) => {
  const { answers, rest } = readAnswers(text, asked);
  expect(answers).toEqual([]);
  expect(rest.join(" ")).toContain(text.slice(0, 8));
});

test.each([
  ["It's for the supervisory board", [AUDIENCE], "audience"],
  ["Mrs Halloran", [AUDIENCE], "audience"],
  ["England", [AIM, LAW], "jurisdiction"],
])("“%s” answers by what it is: %j", (text, asked, topic) => {
  expect(readAnswers(text, asked).answers.map((one) => one.topic)).toEqual([topic]);
});

test("no further wishes answer nothing", () => {
  expect(readAnswers("No further wishes.", [AIM]).answers).toEqual([]);
});

test("asked what is to be done, the wish answers, and not what is said before it", () => {
  const task = { topic: "task", question: "What do you want to have done?", options: [] };
  const { answers } = readAnswers("fine, a machine. I want a letter to my landlord.", [task]);
  expect(answers[0]?.answer).toContain("letter");
});
