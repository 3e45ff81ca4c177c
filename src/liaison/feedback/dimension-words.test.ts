import { expect, test } from "vitest";
import { mentionsOf } from "./dimension-words.ts";

const sidesOf = (text: string, isColourBlind = false) =>
  mentionsOf(text, isColourBlind).map(({ dimension }) => dimension);

test.for([
  ["the totals are wrong", ["accuracy"]],
  ["it was useful", ["helpfulness"]],
  ["the summary is missing", ["completeness"]],
  ["show the quarters compared", ["completeness"]],
  ["an original idea", ["creativity"]],
  ["the wording is confusing", ["clarity"]],
  ["the page is slow", ["performance"]],
  ["it came late", ["timeliness"]],
  ["the menu is clunky", ["usability"]],
  ["the fonts are ugly", ["appearance"]],
  ["side by side", ["comparability"]],
  ["the hotel is too expensive", ["cost"]],
  ["the app crashes", ["reliability"]],
  ["too formal", ["tone"]],
  ["the contrast is low", ["accessibility"]],
  ["the zebra is striped", []],
] as const)("%j is about %j", ([text, sides]) => {
  expect(sidesOf(text)).toEqual(sides);
});

test.for([
  ["the colours are hard to tell apart", false, ["accessibility"]],
  ["red and green look the same", false, ["accessibility"]],
  ["the colours are nice", false, ["appearance"]],
  ["the colours are bad", true, ["accessibility"]],
  ["the lines are hard to tell apart", true, ["accessibility"]],
] as const)("%j, said by the colour blind or not: %j", ([text, isColourBlind, sides]) => {
  expect(sidesOf(text, isColourBlind)).toEqual(sides);
});

test("a mention is the words that make it", () => {
  const text = "well, the wording is odd";
  expect(mentionsOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(["wording"]);
});
