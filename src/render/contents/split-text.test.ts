import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { readWords } from "../read-words.ts";
import { visibleText } from "../visible-text.ts";
import { splitSaid, splitShown, splitText } from "./split-text.ts";

const TEXT = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 300 }),
  fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "e\u0301", "👩‍👩‍👧", "🇩🇪", "\r\n") }),
);

describe("split text", () => {
  test("is the text again when it is joined", () => {
    fc.assert(
      fc.property(TEXT, fc.integer({ min: 1, max: 40 }), (text, max) => {
        expect(splitText(text, max).join("")).toBe(text);
      }),
    );
  });

  test("has no part that is too long, and none that is empty", () => {
    fc.assert(
      fc.property(TEXT, fc.integer({ min: 2, max: 40 }), (text, max) => {
        const parts = splitText(text, max);
        expect(parts.filter(({ length }) => length > max)).toEqual([]);
        if (text !== "") expect(parts).not.toContain("");
      }),
    );
  });

  test("is never split within a code point, even where nothing fits", () => {
    fc.assert(
      fc.property(TEXT, fc.integer({ min: 1, max: 8 }), (text, max) => {
        if (!text.isWellFormed()) return;
        expect(splitText(text, max).filter((part) => !part.isWellFormed())).toEqual([]);
      }),
    );
  });

  test("keeps a character whole that fits", () => {
    const family = "👩‍👩‍👧";
    expect(splitText(`ab${family}cd`, 8)).toEqual(["ab", family, "cd"]);
  });

  test("ends its parts at line ends, else at spaces", () => {
    expect(splitText("one two\nthree four five", 10)).toEqual(["one two\n", "three ", "four five"]);
  });

  test("that is short is one part, also where it is empty", () => {
    expect(splitText("", 5)).toEqual([""]);
    expect(splitText("12345", 5)).toEqual(["12345"]);
  });

  test("of 200 kB is split at once", () => {
    const text = "e\u0301".repeat(100_000);
    const parts = splitText(text, 3_999);
    expect(parts.join("")).toBe(text);
    expect(parts.every(({ length }) => length % 2 === 0)).toBe(true);
  });
});

describe("split as it is shown", () => {
  const HIDING = fc.string({
    unit: fc.constantFrom("a", " ", "\n", "\u200b", "👩‍👩‍👧", "\u0301", "\u{e0041}"),
    maxLength: 200,
  });

  test("is the text again when it is joined, and no part is too long to be shown", () => {
    fc.assert(
      fc.property(HIDING, fc.integer({ min: 12, max: 60 }), (text, max) => {
        const parts = splitShown(text, max);
        expect(parts.join("")).toBe(text);
        expect(parts.filter((part) => visibleText(part).length > max)).toEqual([]);
      }),
    );
  });

  test("is what the plain text is where nothing hides", () => {
    const text = "one two\nthree four five";
    expect(splitShown(text, 10)).toEqual(splitText(text, 10));
  });
});

describe("what an agent says, split", () => {
  const code = Array.from({ length: 40 }, (_, line) => `- line ${line}`).join("\n");
  const text = `Look:\n~~~diff\n${code}\n~~~\nWell?`;

  test("has its code as code in each part, and the rest as it was", () => {
    const parts = splitSaid(text, 160);
    const blocks = parts.flatMap((part) => [...(readWords(part) ?? [])]);
    const lines = blocks.flatMap((block) =>
      block.kind === "code" ? block.text.trim().split("\n") : [],
    );
    expect(lines.join("\n")).toBe(code);
    expect(parts.filter(({ length }) => length > 160)).toEqual([]);
    expect(parts.at(-1)).toContain("Well?");
  });

  test("without code is split as it is shown", () => {
    const plain = "one **two**\nthree four five";
    expect(splitSaid(plain, 10)).toEqual(splitShown(plain, 10));
  });
});
