import { expect, test } from "vitest";
import { defineCase } from "./task-case.ts";

const lines = (slots: string) => defineCase({ name: "a", cues: "b, c d", capabilities: "", slots });

test("a line tells a detail, its question, its options and which is assumed", () => {
  expect(lines("size (quantity) 0.5 | How large? | Small / Large*").slots).toEqual([
    {
      topic: "size",
      kind: "quantity",
      importance: 0.5,
      question: "How large?",
      options: ["Small", "Large"],
      default: "Large",
    },
  ]);
});

test("a line that cannot be read is refused", () => {
  expect(() => lines("size (colour of mind) 0.5 | How large?")).toThrow("no line of a case");
});
