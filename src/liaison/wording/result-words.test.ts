import { expect, test } from "vitest";
import { resultWords } from "./result-words.ts";
import { wordingIn } from "./wording.ts";

const english = await wordingIn("en");

test("data are read as names and values, in words and not in brackets", () => {
  const result = {
    total_revenue: 48200,
    isFinal: true,
    "top-products": [
      { name: "Bike", units: 12 },
      { name: "Helmet", units: null },
    ],
    notes: [],
  };
  expect(resultWords(result, english)).toBe(
    [
      "Total revenue: 48200",
      "Is final: yes",
      "Top products:",
      "  - Name: Bike",
      "    Units: 12",
      "  - Name: Helmet",
      "    Units: nothing",
      "Notes: nothing",
    ].join("\n"),
  );
});

test("a text is shown as it is, with its own lines", () => {
  expect(resultWords("One\n\n  two", english)).toBe("One\n\n  two");
});

test.each([{}, [], "", "  ", null])("%j is said to be nothing", (result) => {
  expect(resultWords(result, english)).toBe("(There is nothing in it.)");
});

test("yes, no and the marks between are in the person's language", async () => {
  expect(resultWords({ fertig: false }, await wordingIn("de"))).toBe("Fertig: nein");
  expect(resultWords({ 完成: true }, await wordingIn("zh"))).toBe("完成：是");
});

test("what is deep or long is cut, and said to be", () => {
  const long = Array.from({ length: 300 }, (_, index) => index);
  expect(resultWords(long, english)).toContain("(The rest is in the conversation.)");
  const deep = { a: { b: { c: { d: { e: 1 } } } } };
  expect(resultWords(deep, english)).toContain('{"e":1}');
});
