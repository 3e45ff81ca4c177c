import { expect, test } from "vitest";
import { revealed } from "../visible-text.ts";

test.each(["арр", "сор", "раура", "РАУРА", "ΒΑΝΚ", "νοι", "ѕсоре", "о́рр"])(
  "%s, all of whose letters pass for Latin ones, is marked",
  (word) => {
    expect(revealed(`run ${word} now`)).toBe(`run ${word}⟨look-alike letters⟩ now`);
  },
);

test("a part of a name is a word too", () => {
  expect(revealed("арр.рф")).toBe("арр.рф⟨look-alike letters⟩");
  expect(revealed("сор_7")).toBe("сор_7⟨look-alike letters⟩");
});

test.each(["привет", "перевод", "Москва", "человек", "λόγος", "ευχαριστώ"])(
  "the ordinary word %s is shown as it is",
  (word) => {
    expect(revealed(word)).toBe(word);
  },
);

test.each(["app", "café", "naïve", "東京", "7", "東-1"])("%s is no look-alike", (word) => {
  expect(revealed(word)).toBe(word);
});
