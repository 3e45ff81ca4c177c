import { expect, test } from "vitest";
import { createSpanFinder } from "./find-span.ts";

function found(content: string, quote: string): string | undefined {
  const span = createSpanFinder(content)(quote);
  return span === undefined ? undefined : content.slice(span.start, span.end);
}

test.each([
  ["as it was said", "Make the map bigger.", "the map bigger", "the map bigger"],
  ["in another case", "Make the Map bigger.", "THE MAP", "the Map"],
  ["with other spaces", "the\n  map", "the map", "the\n  map"],
  ["with other quotation marks", "it’s “fine”", `it's "fine"`, "it’s “fine"],
  ["within marks and dots", "It is fine", "“It is fine…”", "It is fine"],
  ["over hidden characters", "a sec\u200bret map", "secret map", "sec\u200bret map"],
  ["after wide characters", "👍🏽 I like it", "like it", "like it"],
  ["where letters grow by folding", "İstanbul is fine", "is fine", "is fine"],
  ["as whole words, the second time", "start with art", "art", "art"],
])("a quote %s is found", (...facts) => {
  const [, content, quote, span] = facts;
  expect(found(content, quote)).toBe(span);
});

test.each([
  ["was not said", "Make the map bigger.", "smaller"],
  ["is part of a word", "start", "art"],
  ["is empty", "start", ""],
  ["has no letter", "well … no", "…"],
  ["leaves words out", "the big old map", "the map"],
])("a quote that %s is not", (_, content, quote) => {
  expect(found(content, quote)).toBeUndefined();
});
