import { expect, test } from "vitest";
import { actsOf, SPOKEN } from "./acts.ts";
import sentences from "./sentences.json" with { type: "json" };

test.each(SPOKEN)("in %s, at least twenty sentences of each kind are known", (language) => {
  for (const list of Object.values(sentences[language])) {
    expect(list.length).toBeGreaterThanOrEqual(20);
  }
});

const cases = (kind: "agree" | "refuse" | "correct") =>
  SPOKEN.flatMap((language) => sentences[language][kind].map((text) => [language, text] as const));

test.each(cases("agree"))("in %s it is consent and nothing else: %s", (_, text) => {
  const { acts, isAll } = actsOf(text);
  expect(isAll).toBe(true);
  expect(acts.has("yes") || acts.has("agree") || acts.has("go")).toBe(true);
  expect(acts.has("refuse")).toBe(false);
});

test.each(cases("refuse"))("in %s it is refused: %s", (_, text) => {
  const { acts } = actsOf(text);
  expect(acts.has("refuse")).toBe(true);
  expect(acts.has("agree") || acts.has("go")).toBe(false);
});

test.each(cases("correct"))("in %s it corrects: %s", (_, text) => {
  expect(actsOf(text).acts.has("correct")).toBe(true);
});

test.each(["skip", "pass", "n/a", "-", "überspringen", "跳过"])("“%s” skips", (text) => {
  expect(actsOf(text)).toEqual({ acts: new Set(["skip"]), isAll: true });
});

test("signs speak", () => {
  expect(actsOf("👍").acts.has("yes")).toBe(true);
  expect(actsOf("😡👎").acts.has("refuse")).toBe(true);
});
