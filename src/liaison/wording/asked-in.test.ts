import { expect, test } from "vitest";
import { askedIn } from "./asked-in.ts";
import { wordingIn } from "./wording.ts";

const asked = async (language: string, over: object) => {
  const question = {
    topic: "audience",
    question: "Who is it for?",
    options: [],
    value: 1,
    ...over,
  };
  return askedIn(await wordingIn(language), [question])[0];
};

test("a question is asked in the person's language, options and default included", async () => {
  const over = { options: ["Executives", "The team", "Customers"], default: "The team" };
  expect(await asked("fr", over)).toMatchObject({
    topic: "audience",
    question: "Pour qui est-ce ?",
    options: ["La direction", "L’équipe", "Clients"],
    default: "L’équipe",
  });
});

test("options are offered all or not at all, and names are the same everywhere", async () => {
  expect(await asked("es", { options: ["The team", "Beekeepers"] })).toMatchObject({ options: [] });
  expect(await asked("es", { options: ["PDF", "Excel", "5"] })).toMatchObject({
    options: ["PDF", "Excel", "5"],
  });
});

test("a topic that nobody has translated is asked for by its kind, and at last openly", async () => {
  expect(await asked("nl", { topic: "budget for the roof" })).toMatchObject({
    question: "Wat mag het kosten?",
  });
  expect(await asked("nl", { topic: "xyzzy" })).toMatchObject({
    question: "Is er nog iets belangrijk?",
  });
});

test("what the person said twice is put before them in their own words", async () => {
  const german = await wordingIn("de");
  const options = ["2 Seiten", "3 Seiten"];
  const words = german.say("contradiction.both", { one: "2 Seiten", other: "3 Seiten" });
  const question = german.say("ask.which.holds", { words });
  const one = { topic: "length", question, options, value: 1 };
  expect(askedIn(german, [one], [words])).toEqual([one]);
});

test("no two questions of a turn are worded alike", async () => {
  const one = { question: "?", options: [], value: 1 };
  const topics = ["budget for the roof", "budget for the door"];
  const questions = topics.map((topic) => ({ ...one, topic }));
  expect(askedIn(await wordingIn("pl"), questions)).toHaveLength(1);
});

test.each([
  ["de", "wann"],
  ["pl", "kiedy"],
  ["zh", "什么时候"],
  ["ja", "いつ"],
])("what should come out of it is asked with when and where in %s", async (language, when) => {
  expect((await asked(language, { topic: "outcome" }))?.question).toContain(when);
});
