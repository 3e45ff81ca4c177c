import { expect, test } from "vitest";
import { contentWords } from "./content-words.ts";
import { fillTopic } from "./topic-ranking.ts";
import { familiarity, rankTopics } from "./topics.ts";

const trip = "Plan a trip for my family.";

test("a trip lacks its budget, its time or its length", () => {
  const topics = rankTopics(trip, 3).map(({ topic }) => topic.toLowerCase());
  expect(topics.join("; ")).toMatch(/budget|duration|date|time|length/);
});

test("a recipe lacks what the eater must avoid", () => {
  const topics = rankTopics("Find a recipe for dinner.", 3).map(({ topic }) => topic.toLowerCase());
  expect(topics.join("; ")).toContain("dietary");
});

test("a topic names a thing of the task", () => {
  const topics = rankTopics("Find me a new digital camera.", 3).map(({ topic }) => topic);
  expect(topics.join("; ")).toContain("camera");
});

test("each topic has a weight, an importance and words of its own", () => {
  const ranked = rankTopics(trip, 5);
  expect(ranked).toHaveLength(5);
  for (const { topic, weight, importance } of ranked) {
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThanOrEqual(1);
    expect(importance).toBeGreaterThanOrEqual(1);
    expect(importance).toBeLessThanOrEqual(3);
    expect(contentWords(topic).size).toBeGreaterThan(0);
    expect(topic).not.toContain("{");
  }
  expect(new Set(ranked.map(({ topic }) => topic)).size).toBe(5);
});

test("no more topics come than asked for", () => {
  expect(rankTopics(trip, 0)).toEqual([]);
  expect(rankTopics(trip, 1)).toHaveLength(1);
});

test("the same text gets the same topics", () => {
  expect(rankTopics(trip, 3)).toEqual(rankTopics(trip, 3));
});

test("an empty text gets topics that name nothing of it", () => {
  expect(rankTopics("", 3).length).toBeGreaterThan(0);
});

test("only the beginning of a long text counts", () => {
  const long = `${trip} `.repeat(4000);
  expect(rankTopics(long, 3)).toEqual(rankTopics(long.slice(0, 4000), 3));
});

const slot = (surface: string, compound: string) => ({
  surface,
  compound,
  plain: surface.toLowerCase(),
  probability: 0.5,
});

test.each([
  ["Budget", "Budget"],
  ["Budget for the {0}", "Budget for the camera"],
  ["{2} style", "digital camera style"],
  ["Size of the {1}", "Size of the bag"],
])("%s becomes %s", (template, topic) => {
  expect(fillTopic(template, [slot("camera", "digital camera"), slot("bag", "bag")])).toBe(topic);
});

test("a topic without its slot, or that says a word twice, is none", () => {
  expect(fillTopic("Size of the {1}", [slot("camera", "camera")])).toBeUndefined();
  expect(fillTopic("Size of the {0}", [slot("size", "size")])).toBeUndefined();
});

test("what is asked later is worth less", () => {
  const worths = rankTopics(trip, 6).map(({ worth }) => worth);
  expect(worths).toEqual([...worths].sort((one, other) => other - one));
});

test("a trip is known from the examples, a dashboard is not", () => {
  expect(familiarity("Plan a trip for my family")).toBeGreaterThan(0.5);
  expect(familiarity("I need a sales dashboard")).toBeLessThanOrEqual(0.5);
});
