import { expect, test } from "vitest";
import { MAX_EXCHANGE_LENGTH, MAX_SENTENCES } from "./limits.ts";
import { splitSentences } from "./sentences.ts";

const texts = (whole: string) => splitSentences(whole).map(({ text }) => text);

test("sentences end where a person ends them", () => {
  expect(texts("I need a report. It is weekly! Can you? yes; do it")).toEqual([
    "I need a report.",
    "It is weekly!",
    "Can you?",
    "yes;",
    "do it",
  ]);
});

test("abbreviations, decimals, versions, initials and addresses end none", () => {
  expect(texts("Use e.g. bar charts.")).toEqual(["Use e.g. bar charts."]);
  expect(texts("It costs 2.5 euros at https://a.example/x.y today.")).toHaveLength(1);
  expect(texts("Ask Mr. J. Smith, vs. others.")).toHaveLength(1);
});

test("what often ends a sentence ends it before a capital", () => {
  expect(texts("Add units, etc. The rest stays.")).toEqual(["Add units, etc.", "The rest stays."]);
  expect(texts("Add units, margin etc. and more.")).toHaveLength(1);
});

test("bullets and numbers are items without their marks", () => {
  const items = splitSentences("It shows:\n- revenue\n2) units\n* margin");
  expect(items.map(({ text, isItem }) => [text, isItem])).toEqual([
    ["It shows:", false] as const,
    ["revenue", true] as const,
    ["units", true] as const,
    ["margin", true] as const,
  ]);
});

test("a sentence stands where it says", () => {
  const whole = "  First one.\n\n - Second one?  Third";
  for (const { text, start, end } of splitSentences(whole)) {
    expect(whole.slice(start, end)).toBe(text);
  }
});

test("quoted lines and blocks of code are not what the person says", () => {
  expect(texts("Fix this.\n```\nthrow new Error();\n```\n> old words\nThanks.")).toEqual([
    "Fix this.",
    "Thanks.",
  ]);
});

test("no more is read than the limits say, whatever is sent", () => {
  for (const piece of ["a. ", "!", " ", "\n", "- x\n", "```", "1. "]) {
    const found = splitSentences(piece.repeat(100_000 / piece.length));
    expect(found.length).toBeLessThanOrEqual(MAX_SENTENCES);
    for (const { end } of found) expect(end).toBeLessThanOrEqual(MAX_EXCHANGE_LENGTH);
  }
});

test("a letter behind an apostrophe is no initial, and “no” is an answer", () => {
  expect(texts("The table isn't. The login works")).toEqual([
    "The table isn't.",
    "The login works",
  ]);
  expect(texts("Sorry, but no. This is wrong.")).toEqual(["Sorry, but no.", "This is wrong."]);
  expect(texts("Take No. 5 of the list.")).toEqual(["Take No. 5 of the list."]);
});

test("a sentence of a language without spaces ends at its own full stop", () => {
  expect(texts("室内で、週に2時間。3つ提案してください。")).toEqual([
    "室内で、週に2時間。",
    "3つ提案してください。",
  ]);
});
