import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineSplitter } from "./line-splitter.ts";

test("lines come whole, each once its end is there, wherever the pieces are cut", () => {
  const texts = fc.array(fc.constantFrom("a", "é", "\n", "\u{1f642}"), { maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 7 }), (parts, size) => {
      const text = Buffer.from(parts.join(""));
      const split = createLineSplitter();
      const lines: string[] = [];
      for (let at = 0; at < text.length; at += size) {
        lines.push(...split(text.subarray(at, at + size)).map(String));
      }
      expect(lines).toEqual(String(text).split("\n").slice(0, -1));
    }),
  );
});
