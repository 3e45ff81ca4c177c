import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { phraseFinder } from "./phrase-finder.ts";
import { alternatives } from "./phrase-pattern.ts";

const PHRASES = [
  "a",
  "ab",
  "abc",
  "ab*",
  "abc d",
  "l'",
  "a * d",
  "é",
  "直して",
  "して",
  "*b",
  "'s",
];
const text = fc.string({ unit: fc.constantFrom(..."abcdéA' ,直して1".split("")), maxLength: 12 });

test("the place of a phrase is that of one pattern of all phrases", () => {
  fc.assert(
    fc.property(fc.subarray(PHRASES, { minLength: 1 }), text, (phrases, said) => {
      const found = new RegExp(alternatives(phrases), "iu").exec(said);
      const finder = phraseFinder(phrases);
      expect(finder.test(said)).toBe(found !== null);
      expect(finder.find(said)?.from).toBe(found?.index);
    }),
    { numRuns: casesOf(2_000) },
  );
});

test("of phrases that begin at one place the longest is found", () => {
  const finder = phraseFinder(["no", "no me gusta", "no me"]);
  expect(finder.find("Ay, no me gusta.")).toEqual({ from: 4, to: 15 });
});
