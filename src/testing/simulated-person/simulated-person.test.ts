import { describe, expect, test } from "vitest";
import type { AskedQuestion } from "./asked-questions.ts";
import type { KnownTask } from "./known-task.ts";
import type { Persona } from "./personas.ts";
import { createSimulatedPerson } from "./simulated-person.ts";

const TASK: KnownTask = {
  message: "I would like to plan a trip to Paris.",
  details: [
    { topic: "Duration of the trip", answer: "one whole week", importance: 3 },
    { topic: "Budget for the trip", answer: "1,000 euros", contradiction: "2,000 euros" },
    { topic: "Accommodation preferences", answer: "a quiet hotel" },
  ],
};
const DURATION = ask("trip duration", "How long do you plan to stay?");
const BUDGET = ask("budget", "What is your budget?");
const PETS = ask("pets", "Do you take a pet along?");

function ask(topic: string, question: string): AskedQuestion {
  return { topic, question, options: [] };
}

function simulate(persona: Persona, seed = 1) {
  return createSimulatedPerson({ persona, task: TASK, seed });
}

const about = (...questions: readonly AskedQuestion[]) => ({ text: "", questions });

describe("which detail is asked for", () => {
  const replyTo = (topic: string, question: string) =>
    simulate("cooperative").reply(about(ask(topic, question))).text;

  test.each([
    ["budget for the trip", "?", "1,000 euros."],
    ["money", "What budget do you have?", "1,000 euros."],
    ["duration", "How long?", "one whole week."],
    ["accommodation", "Where do you want to sleep?", "a quiet hotel."],
    ["travellers", "Who comes along on the trip?", "No preference for the rest."],
    ["preference", "Which preference do you have?", "No preference for the rest."],
    ["food", "What do you like to eat?", "No preference for the rest."],
  ])("%s: %s", (topic, question, answer) => {
    expect(replyTo(topic, question)).toBe(answer);
  });

  test("it is found in the fields of a form, or in the text, where nothing names it", () => {
    const schema = { type: "object", properties: { b: { title: "Budget", type: "string" } } };
    const text = "I have one question. What is your budget?";
    expect(simulate("cooperative").reply({ text: "", form: { kind: "fields", schema } }).text).toBe(
      "1,000 euros.",
    );
    expect(simulate("cooperative").reply({ text }).text).toBe("1,000 euros.");
  });

  test("what asks for nothing is agreed to", () => {
    expect(simulate("cooperative").reply({ text: "I will begin now." }).text).toBe(
      "Yes, go ahead.",
    );
  });
});

describe("people", () => {
  test("who cooperate answer all that they know under the name it is asked by", () => {
    const person = simulate("cooperative");
    expect(person.reply(about(DURATION, BUDGET, PETS)).text).toBe(
      "trip duration: one whole week.\nbudget: 1,000 euros.\nNo preference for the rest.",
    );
    expect(person.details().map(({ asked, isTold }) => [asked, isTold])).toEqual([
      [1, true],
      [1, true],
      [0, false],
    ]);
  });

  test("who are terse tell one detail a turn, in two words", () => {
    const person = simulate("terse");
    expect(person.reply(about(DURATION, BUDGET)).text).toBe("one whole");
    expect(person.details().filter(({ isTold }) => isTold)).toHaveLength(1);
    expect(person.details().filter(({ asked }) => asked === 1)).toHaveLength(2);
  });

  test("who are evasive tell nothing in the first turn, and about half from the second on", () => {
    let told = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const person = simulate("evasive", seed);
      person.reply(about(DURATION, BUDGET));
      expect(person.details().every(({ isTold }) => !isTold)).toBe(true);
      person.reply(about(DURATION, BUDGET));
      told += person.details().filter(({ isTold }) => isTold).length;
    }
    expect(told / 400).toBeGreaterThan(0.4);
    expect(told / 400).toBeLessThan(0.6);
  });

  test("who contradict themselves say something else of one detail later, once", () => {
    const person = simulate("contradicting");
    person.reply(about(BUDGET));
    expect(person.reply(about(DURATION)).text).toBe(
      "one whole week.\nActually, Budget for the trip: 2,000 euros.",
    );
    expect(person.reply(about(PETS)).text).toBe("No preference for the rest.");
  });

  test("who are late answer as others do, an hour to a day later", () => {
    const { text, delayMs } = simulate("late").reply(about(BUDGET));
    expect(text).toBe("1,000 euros.");
    expect(delayMs).toBeGreaterThanOrEqual(3_600_000);
    expect(delayMs).toBeLessThanOrEqual(86_400_000);
    expect(simulate("cooperative").reply(about(BUDGET)).delayMs).toBeLessThanOrEqual(60_000);
  });

  test("who refuse ask back what a question has to do with it, and go on", () => {
    const person = simulate("refusing");
    const refusal = "What does that have to do with it?";
    expect(person.reply(about(BUDGET, PETS)).text).toBe(`1,000 euros.\n${refusal}`);
    expect(person.reply(about(PETS)).text).toBe(refusal);
    expect(person.faults()).toEqual(["asked what does not matter", "asked what does not matter"]);
  });

  test("who correct themselves tell the new value instead of the old, once", () => {
    const person = simulate("correcting");
    person.reply(about(BUDGET));
    expect(person.reply(about(DURATION)).text).toBe(
      "one whole week.\nNo, wait: 2,000 euros instead of 1,000 euros.",
    );
    expect(person.reply(about()).text).toBe("Yes, go ahead.");
  });

  test("who quote answer above a mail that orders something", () => {
    expect(simulate("quoting").reply(about(BUDGET)).text).toMatch(
      /^1,000 euros\.\n\n.*\n---\nFrom: .*\n.*delete all backups/,
    );
  });

  test("who switch agree in German from the second turn on", () => {
    const person = simulate("switching");
    expect(person.reply(about()).text).toBe("Yes, go ahead.");
    expect(person.reply(about()).text).toBe("Ja, passt so.");
  });

  test("who are angry answer between curses", () => {
    expect(simulate("angry").reply(about(BUDGET)).text).toBe(
      "Oh come on, you useless thing! 1,000 euros. Was that so hard?!",
    );
  });

  test("see a question about what they told, and more than three at once", () => {
    const person = simulate("cooperative");
    person.reply(about(BUDGET));
    person.reply(about(BUDGET, DURATION, PETS, ask("style", "Which style?")));
    expect(person.faults()).toEqual([
      "asked what does not matter",
      "asked what was told",
      "asked more than three questions",
    ]);
  });

  test("of the same seed say the same", () => {
    const all = (seed: number) => {
      const person = simulate("evasive", seed);
      const turns = Array.from({ length: 6 }, () => person.reply(about(DURATION, BUDGET)));
      return [person.begin(), ...turns, person.judge()];
    };
    expect(all(7)).toEqual(all(7));
    expect(all(7)).not.toEqual(all(8));
  });

  test("complain until the round that they accept", () => {
    const feedback = { acceptRound: 3, complaints: ["The hotel is loud."] };
    const task = { ...TASK, feedback };
    const person = createSimulatedPerson({ persona: "cooperative", task });
    const said = Array.from({ length: 3 }, () => person.judge().text);
    expect(said.slice(0, 2)).toEqual(["The hotel is loud.", "The hotel is loud."]);
    expect(said[2]).toContain("I accept it");
  });
});
