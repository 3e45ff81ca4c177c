import { expect, test } from "vitest";
import { CASE_LIBRARY, slotKindOf } from "./library.ts";

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
