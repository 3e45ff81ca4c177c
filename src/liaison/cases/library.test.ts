import { expect, test } from "vitest";
import { CASE_LIBRARY, slotKindOf, unknownCase } from "./library.ts";

const slots = CASE_LIBRARY.flatMap((found) => found.slots.map((slot) => ({ found, slot })));

test("cases have names of their own, cues, and the details that they need", () => {
  expect(new Set(CASE_LIBRARY.map(({ name }) => name)).size).toBe(CASE_LIBRARY.length);
  for (const { cues, slots: own } of CASE_LIBRARY) {
    expect(cues.length).toBeGreaterThan(2);
    expect(own.length).toBeGreaterThanOrEqual(4);
    expect(new Set(own.map(({ topic }) => topic)).size).toBe(own.length);
  }
});

test("each detail is asked for in one question with at most four options", () => {
  for (const { slot } of slots) {
    expect(slot.question).toMatch(/^\p{Lu}.*\?$/u);
    expect(slot.options.length).toBeLessThanOrEqual(4);
    expect(slot.importance).toBeGreaterThan(0);
    expect(slot.importance).toBeLessThanOrEqual(1);
  }
});

test("a default is one of the options", () => {
  for (const { slot } of slots) {
    if (slot.default !== undefined) expect(slot.options).toContain(slot.default);
    for (const option of slot.options) expect(option).not.toContain("*");
  }
});

test("a detail of the library has its kind, another the kind that its name says", () => {
  expect(slotKindOf("metrics")).toBe("contents");
  expect(slotKindOf("budget for the trip to Mars")).toBe("budget");
  expect(slotKindOf("xyzzy")).toBeUndefined();
});

test.each([
  ["A farewell note for the crew", true, "recipient"],
  ["Ein Plan für den Umzug", true, "period"],
  ["Una lista para el campamento", false, "points to make"],
  ["Move the greenhouse", true, "period"],
  ["If the pump stops, write a message to the crew", false, "country"],
  ["Gloom everywhere", false, "country"],
])("of no known kind, what is named tells what is asked first: %s", (said, isWish, topic) => {
  expect(unknownCase(said, isWish).slots[0]?.topic).toBe(topic);
});
