import { expect, test } from "vitest";
import { contentOf, shareIn, stemOf, wordsOf } from "./words.ts";

test("words keep what belongs to them", () => {
  expect(wordsOf("Don't use C++ or node.js, R&D says 5%")).toEqual([
    "don't",
    "use",
    "c++",
    "or",
    "node.js",
    "r&d",
    "says",
    "5%",
  ]);
});

test("a stem is the same for one and many", () => {
  expect(["charts", "companies", "boxes", "class", "children"].map(stemOf)).toEqual([
    "chart",
    "company",
    "box",
    "class",
    "child",
  ]);
});

test("names of what every object has are words like others", () => {
  expect([...contentOf("constructor toString")]).toEqual(["constructor", "tostring"]);
});

test("a share counts the words that both have", () => {
  expect(shareIn(contentOf("bar charts"), contentOf("a bar chart for executives"))).toBe(1);
  expect(shareIn(new Set(), new Set(["a"]))).toBe(0);
});
