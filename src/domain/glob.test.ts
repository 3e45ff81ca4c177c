import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { globCovers, matchesGlob } from "./glob.ts";

const patterns = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
const texts = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });

/** What a pattern means, written down without a thought for time. */
function means(pattern: string, text: string): boolean {
  const [symbol, ...rest] = [...pattern];
  const [character, ...later] = [...text];
  if (symbol === undefined) return character === undefined;
  if (symbol === "*") {
    return (
      means(rest.join(""), text) || (character !== undefined && means(pattern, later.join("")))
    );
  }
  const isTaken = character !== undefined && (symbol === "?" || symbol === character);
  return isTaken && means(rest.join(""), later.join(""));
}

describe("a pattern", () => {
  test.for([
    ["get_*", "get_user", true],
    ["get_*", "get_", true],
    ["get_*", "forget_user", false],
    ["*", "", true],
    ["**", "anything", true],
    ["", "", true],
    ["", "a", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["*.ts", "x.ts.js", false],
    ["a*b*c", "aXbYc", true],
    ["a*b*c", "aXcYb", false],
    ["file?", "file", false],
    ["file?", "file1", true],
    ["file?", "file12", false],
    ["?", "😀", true],
    ["??", "😀", false],
    ["*", "two\nlines", true],
    ["a?c", "a\nc", true],
    ["Get", "get", false],
    ["a.c", "abc", false],
    ["[ab]", "a", false],
    ["a?", "a*", true],
    ["a?", "a?", true],
    ["*?b", "*b", true],
  ] as const)("%j of %j: %j", ([pattern, text, expected]) => {
    expect(matchesGlob(pattern, text)).toBe(expected);
  });

  test("matches what it means", () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        expect(matchesGlob(pattern, text)).toBe(means(pattern, text));
      }),
      { numRuns: casesOf(5_000) },
    );
  });

  test("longer than a machine word matches what it means", () => {
    const long = fc.array(fc.constantFrom("ab", "a?", "?b", "*", "x"), {
      minLength: 30,
      maxLength: 60,
    });
    fc.assert(
      fc.property(long, fc.infiniteStream(fc.constantFrom("", "c", "ab")), (parts, filler) => {
        const pattern = parts.join("");
        const text = parts
          .map((part) => (part === "*" ? (filler.next().value ?? "") : part.replaceAll("?", "z")))
          .join("");
        expect(matchesGlob(pattern, text)).toBe(true);
        expect(matchesGlob(`!${pattern}`, text)).toBe(false);
        expect(matchesGlob(`?${pattern}`, `!${text}`)).toBe(true);
      }),
    );
  });

  test("built to be slow is not: a text of 64 KiB is read once", () => {
    const text = "a".repeat(64 * 1024);
    for (const pattern of [
      `${"*a".repeat(100)}*b`,
      `*${"a".repeat(120)}b*`,
      `*${"a?".repeat(60)}b*`,
      `${"*?a".repeat(40)}b`,
    ]) {
      expect(matchesGlob(pattern, text)).toBe(false);
    }
  });
});

describe("one pattern covers another", () => {
  test.for([
    ["*", "anything", true],
    ["*", "*", true],
    ["get_*", "get_user", true],
    ["get_*", "get_user_*", true],
    ["get_*", "get_", true],
    ["get_user_*", "get_*", false],
    ["get_*", "*", false],
    ["a?c", "abc", true],
    ["a?c", "a*c", false],
    ["?*", "*?", true],
    ["*?", "*", false],
    ["*a*", "*bab*", true],
  ] as const)("%j, %j: %j", ([wide, narrow, expected]) => {
    expect(globCovers(wide, narrow)).toBe(expected);
  });

  test("only where every text that matches the one matches the other", () => {
    fc.assert(
      fc.property(patterns, patterns, texts, (wide, narrow, text) => {
        const isCovered = globCovers(wide, narrow) && matchesGlob(narrow, text);
        expect(isCovered && !matchesGlob(wide, text)).toBe(false);
      }),
      { numRuns: casesOf(10_000) },
    );
  });
});
