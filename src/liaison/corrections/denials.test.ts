import { expect, test } from "vitest";
import { denialIn } from "./denials.ts";

test.each([
  ["It's not my deadline", "deadline", ""],
  ["no, my name isn't 'umm in our flat'", "name", "'umm in our flat'"],
  ["19 November is not the deadline", "deadline", "19 November"],
  ["Das ist nicht meine Frist", "deadline", ""],
  ["Mein Name ist nicht Kassel", "name", "Kassel"],
  ["Kassel ist nur, wo wir wohnen, nicht das Ziel", "place", "Kassel"],
  ["Hamburg is where we live, not the destination", "place", "Hamburg"],
  ["Eso no es mi presupuesto", "budget", ""],
  ["Ce n'est pas une date limite", "deadline", ""],
  ["Il 12 non è la scadenza", "deadline", "Il 12"],
  ["Isso não é o meu nome", "name", ""],
  ["Dat is niet ons budget", "budget", ""],
  ["To nie mój termin", "deadline", ""],
  ["12月は期限ではありません", "deadline", "12月"],
  ["那不是我的截止日期", "deadline", ""],
] as const)("“%s” says what is not the %s: “%s”", (said, detail, value) => {
  expect(denialIn(said)).toMatchObject({ detail, value });
});

test.each(["The plot is not finished", "it's not urgent", "no PDF", "It isn't about the budget"])(
  "“%s” denies no detail",
  (said) => {
    expect(denialIn(said)).toBeUndefined();
  },
);
