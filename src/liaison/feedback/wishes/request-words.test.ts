import { expect, test } from "vitest";
import { requestKindOf } from "./request-words.ts";

test.for([
  ["please add a legend", "asked"],
  ["remove the third paragraph", "asked"],
  ["the regions should be more prominent", "asked"],
  ["i'd like to see the quarters compared", "asked"],
  ["i was hoping for a summary", "asked"],
  ["could you sort it by date", "asked"],
  ["it would be nice to have an export", "asked"],
  ["the summary is missing", "lacks"],
  ["there is no index", "lacks"],
  ["where are the sources?", "lacks"],
  ["more pictures", "measure"],
  ["the text is too long", "measure"],
] as const)("%j asks for a change", ([text, kind]) => {
  expect(requestKindOf(text)).toBe(kind);
});

test.for([
  "i'd like to thank you",
  "that should be fine",
  "it is exactly what i wanted",
  "better than i expected",
  "nothing is missing",
  "it couldn't be better",
  "you don't need to change anything",
  "me too",
  "not too bad",
])("%j asks for none", (text) => {
  expect(requestKindOf(text)).toBeUndefined();
});
