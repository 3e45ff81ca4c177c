import { expect, test } from "vitest";
import { openMemoryDoors } from "../../bench/liaison/memory-doors.ts";
import { derivedTask, type Liaison } from "../../src/domain/liaison/liaison.ts";
import { createMind } from "../../src/liaison/create-mind.ts";

/* Two dialogues in the words of the people who wanted the liaison, which it has to get right. */

async function talk(...messages: readonly string[]): Promise<readonly Liaison[]> {
  const { person } = openMemoryDoors(await createMind().turns());
  const [first = "", ...others] = messages;
  const { conversation_id } = await person.beginConversation({ initial_message: first });
  const seen = [await person.showLiaison({ conversation_id })];
  for (const message of others) {
    await person.continueConversation({ conversation_id, message });
    seen.push(await person.showLiaison({ conversation_id }));
  }
  return seen;
}

const scoreOf = (liaison: Liaison | undefined) => liaison?.confidence_history.at(-1)?.score ?? 0;
const textOf = (liaison: Liaison | undefined) =>
  JSON.stringify(liaison === undefined ? "" : derivedTask(liaison)).toLowerCase();

const WISH =
  "I need to create an interactive dashboard that shows our sales data from the last quarter. It should highlight our best-performing products and identify any concerning trends.";
const ANSWER =
  "We need to show revenue, units sold, and profit margin. The audience is our executive team who aren't very technical. Bar charts and line graphs would work best.";
const ADDITION = "That looks good. Please make sure it's filterable by region too.";

test("the dashboard is asked for its metrics, audience and visuals, and for nothing else", async () => {
  const [asked] = await talk(WISH);
  expect(asked?.phase).toBe("problem_definition");
  expect(asked?.clarifications.map(({ topic }) => topic)).toEqual([
    "metrics",
    "audience",
    "visuals",
  ]);
});

test("the answer is enough, is confirmed with what it says, and begins", async () => {
  const [asked, begun] = await talk(WISH, ANSWER);
  expect(begun?.phase).toBe("awaiting_task_completion");
  expect(begun?.published).toBe(2);
  expect(scoreOf(begun)).toBeGreaterThanOrEqual(0.85);
  expect(scoreOf(begun)).toBeGreaterThan(scoreOf(asked));
  const reply = begun?.exchanges.at(-1)?.content.toLowerCase() ?? "";
  for (const told of [
    "best-performing",
    "revenue, units sold, and profit margin",
    "executive",
    "bar chart",
  ]) {
    expect(reply).toContain(told);
  }
  expect(derivedTask(begun as Liaison)?.assumptions.join()).not.toMatch(/metrics|audience|chart/i);
});

test("an addition behind the gate raises the confidence and is published", async () => {
  const [, begun, added] = await talk(WISH, ANSWER, ADDITION);
  expect(added?.phase).toBe("awaiting_task_completion");
  expect(scoreOf(added)).toBeGreaterThanOrEqual(0.9);
  expect(scoreOf(added)).toBeGreaterThan(scoreOf(begun));
  expect(added?.published).toBe(3);
  expect(textOf(added)).toMatch(/filterable by region/);
  expect(textOf(added)).not.toContain("looks good");
});

test("in fewer words the dashboard begins with the second message", async () => {
  const [asked, begun] = await talk(
    "I need a sales dashboard",
    "It should show last quarter's revenue, units sold, and profit margin for the executive team.",
  );
  expect(asked?.phase).toBe("problem_definition");
  expect(asked?.clarifications.length).toBeLessThanOrEqual(3);
  expect(begun?.phase).toBe("awaiting_task_completion");
  expect(scoreOf(begun)).toBeGreaterThanOrEqual(0.85);
  expect(textOf(begun)).toMatch(/revenue, units sold,? and profit margin/);
  expect(textOf(begun)).toMatch(/executive/);
});

test.each([
  "ugh I'm so tired of this",
  "hey there",
  "my old laptop died last week",
  "the landlord never answers the phone",
])("%j answers nothing, so that it is asked once more and does not begin", async (beside) => {
  const [asked, again] = await talk("We need something for our summer party.", beside);
  expect(asked?.clarifications.length).toBeGreaterThan(0);
  expect(again).toMatchObject({ phase: "problem_definition", turnsAsked: 2 });
  const topics = (liaison?: Liaison) => liaison?.clarifications.map(({ topic }) => topic);
  expect(topics(again)).toEqual(topics(asked));
});
