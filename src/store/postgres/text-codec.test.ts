import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, encodeText } from "./text-codec.ts";

test("ordinary text is stored as it is", () => {
  for (const text of ["", "hello", "żółw 🐢", "\u0001", "a\u0001json:"]) {
    expect(encodeText(text)).toBe(text);
  }
});

test("what PostgreSQL cannot hold, and what looks like its mark, comes back as it was", () => {
  for (const text of ["a\0b", "\ud800", "x\udc00y", '\u0001json:"a"', "\u0001json:"]) {
    const stored = encodeText(text);
    expect(stored.startsWith("\u0001json:")).toBe(true);
    expect(stored.includes("\0")).toBe(false);
    expect(stored.isWellFormed()).toBe(true);
    expect(decodeText(stored)).toBe(text);
  }
});

test("any text comes back as it was", () => {
  // Units, not characters: half of a surrogate pair is among them.
  const units = fc.array(fc.integer({ min: 0, max: 0xff_ff }));
  fc.assert(
    fc.property(units, (codes) => {
      const text = String.fromCharCode(...codes);
      expect(decodeText(encodeText(text))).toBe(text);
    }),
  );
});
