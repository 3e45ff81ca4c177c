import { expect, test } from "vitest";
import { type CaseRecord, readCase } from "./task-case.ts";

const SIZE = {
  topic: "size",
  kind: "quantity",
  importance: 0.5,
  question: "How large?",
  options: ["Small", "Large"],
  default: "Large",
};

function withSlot(change: Partial<CaseRecord["slots"][number]>): CaseRecord {
  return { name: "a", cues: ["b", "c d"], capabilities: [], slots: [{ ...SIZE, ...change }] };
}

test("a case is read as its data file has it", () => {
  expect(readCase(withSlot({}))).toEqual(withSlot({}));
});

test.each([
  { what: "of no kind", change: { kind: "colour of mind" }, says: '"colour of mind"' },
  { what: "of no importance", change: { importance: 0 }, says: "importance" },
  { what: "more important than can be", change: { importance: 1.1 }, says: "importance" },
  { what: "whose default is no option", change: { default: "Huge" }, says: '"Huge"' },
])("a detail $what is refused by its names", ({ change, says }) => {
  expect(() => readCase(withSlot(change))).toThrow(
    new RegExp(`detail "size" of the case "a".*${says}`),
  );
});

test("the words that tell a detail stand for themselves, and capital letters for names", () => {
  const { slots } = readCase(withSlot({ told: "in [A-Z]\\w+|tiny", if: "garden" }));
  const [slot] = slots;
  expect(slot?.told?.test("a flat in Leeds")).toBe(true);
  expect(slot?.told?.test("a flat in the hills")).toBe(false);
  expect(slot?.told?.test("Tiny ones")).toBe(true);
  expect(slot?.told?.test("destiny")).toBe(false);
  expect(slot?.if?.test("my garden")).toBe(true);
});
