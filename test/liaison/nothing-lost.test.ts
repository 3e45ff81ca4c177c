import { expect, test } from "vitest";
import { openMemoryDoors } from "../../bench/liaison/memory-doors.ts";
import { createMind } from "../../src/liaison/create-mind.ts";

/* The specification keeps what a person has said, whatever they leave to others later. */

interface Told {
  readonly task: string;
  readonly facts: readonly string[];
}

const TASKS: readonly Told[] = [
  {
    task: "Plan a birthday party for my daughter",
    facts: ["about 300 euros", "at home, with 12 kids", "she turns 7 and likes horses"],
  },
  {
    task: "Find five top-rated online yoga classes.",
    facts: ["I would like beginner", "It should be hatha", "30 minutes", "I would like free"],
  },
  {
    task: "I want to find a course about NLP and the link to it.",
    facts: ["Beginner", "I would like english", "It should be online", "Under $100"],
  },
  {
    task: "Find me a good laptop",
    facts: ["It should be light", "mostly for video editing", "with a matte screen", "1500 euros"],
  },
  {
    task: "I need a sales dashboard",
    facts: ["revenue and margin", "It should be monochrome", "for executives", "last quarter"],
  },
];
const ENDS = ["you decide", "just do it", "whatever"];

/** Each order of the facts that begins with another. */
function orders(facts: readonly string[]): readonly (readonly string[])[] {
  return facts.map((_, at) => [...facts.slice(at), ...facts.slice(0, at)]);
}

const CASES = TASKS.flatMap(({ task, facts }) =>
  orders(facts).flatMap((told) => ENDS.map((end) => ({ task, told, end }))),
);

const telling = (text: string) => text.toLowerCase().match(/\d+|[a-z]{5,}/g) ?? [];
const SAID_ALONE = new Set(["would", "should", "about", "mostly"]);

test.each(CASES)("$task: $told, $end", async ({ task, told, end }) => {
  const { person } = openMemoryDoors(await createMind().turns());
  const { conversation_id } = await person.beginConversation({ initial_message: task });
  const show = () => person.showLiaison({ conversation_id });
  const said: string[] = [];
  for (const message of [...told, end, end]) {
    const hasBegun = (await show()).phase !== "problem_definition";
    if (hasBegun && message === end) break;
    await person.continueConversation({ conversation_id, message });
    if (message !== end) said.push(message);
  }
  const { specifications } = await show();
  const specification = JSON.stringify(specifications.at(-1)).toLowerCase();
  const words = said.flatMap(telling).filter((word) => !SAID_ALONE.has(word));
  expect(words.length).toBeGreaterThan(0);
  expect(words.filter((word) => !specification.includes(word))).toEqual([]);
});
