import { expect, test } from "vitest";
import { hasteRows, hasteSentence, hasteWords } from "./haste-model.ts";

const mine = {
  byLevel: [
    { name: "QUESTION", decided: 10, underTwoSeconds: 1 },
    { name: "LOW", decided: 80, underTwoSeconds: 70 },
    { name: "HIGH", decided: 5, underTwoSeconds: 2 },
    { name: "CRITICAL", decided: 5, underTwoSeconds: 0 },
  ],
  byTool: [{ name: "pay\u202eyap", decided: 5, underTwoSeconds: 2 }],
  byAgent: [{ name: "ci", decided: 100, underTwoSeconds: 73 }],
};
const none = { byLevel: [], byTool: [], byAgent: [] };

test("levels stand before tools and agents, each with its own share", () => {
  expect(hasteRows(mine).map(({ by, name }) => `${by} ${name}`)).toEqual([
    "Level Questions",
    "Level LOW",
    "Level HIGH",
    "Level CRITICAL",
    "Tool pay\\u{202e}yap",
    "Agent ci",
  ]);
});

test("the sentence tells one's own share, and the highest level that was decided too soon", () => {
  expect(hasteSentence(mine)).toBe(
    "You decided 100 requests in the inbox, 73 of them (73\u00a0%) in less than 2 s, too soon to have read them. The highest level among those was HIGH, with 2 of 5.",
  );
  expect(hasteSentence(none)).toBe("You decided nothing in the inbox in this time.");
  const calm = { ...none, byLevel: [{ name: "LOW", decided: 3, underTwoSeconds: 0 }] };
  expect(hasteSentence(calm)).toBe("You decided 3 requests in the inbox, none in less than 2 s.");
});

test("caught tests are told to their person, and the sum to owners", () => {
  const none = { byLevel: [], byTool: [], byAgent: [] };
  expect(hasteWords(none)).not.toContain("test");
  const own = { ...none, tests: { caught: 2, of: 3 } };
  expect(hasteWords(own)).toContain("You caught 2 of 3 test requests.");
  const sum = { caught: 9, of: 12, people: 5 };
  expect(hasteWords(none, sum)).toContain("All people together caught 9 of 12 test requests");
});
