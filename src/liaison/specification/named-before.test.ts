import { expect, test } from "vitest";
import { makeStatement } from "./make-statement.ts";
import { withNames } from "./named-before.ts";

const named = (...said: readonly string[]) =>
  withNames(said.map((text) => makeStatement(text, "msg_1"))).at(-1)?.text;

test.each([
  ["I promised him a bedtime story about whales", "Write one for me", /bedtime story about whales/],
  ["Wir brauchen für Oma eine Überraschung", "Einen Vorschlag machen", /^Einen Vorschlag machen$/],
  ["Siempre quise un jardín vertical", "Diseñar uno", /un jardín vertical/],
])("“one” is the thing that was named before: %s", (before, wish, text) => {
  expect(named(before, wish)).toMatch(text);
});

test("“them” are the people who were named before", () => {
  expect(named("The neighbours next door burn rubbish", "I want a letter to them")).toBe(
    "A letter to the neighbours next door",
  );
});

test("without a name before it, “one” stays", () => {
  expect(named("Come up with one")).toBe("Come up with one");
});
