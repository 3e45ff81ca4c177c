import { expect, test } from "vitest";
import { SURFACE_LANGUAGES } from "../messages/message-language.ts";
import { wordsIn } from "./messages/messages.ts";
import { principalName } from "./principal-name.ts";

const told = (name: string, language = "en") => principalName(name, wordsIn(language), 80);

test("a user of a service is told with the service that speaks for them", () => {
  expect(SURFACE_LANGUAGES.map((language) => told("shop:maria", language))).toEqual([
    "maria, through shop",
    "maria, über shop",
    "maria, a través de shop",
    "maria, par shop",
    "maria（shop 経由）",
  ]);
});

test("operators, agents and subjects of tokens are told by the names that they have", () => {
  for (const name of ["ana", "role:owner", "oauth:abc", "shop:", ":maria"]) {
    expect(told(name)).toBe(name);
  }
});

test("what hides in such a name is written out", () => {
  expect(told("shop\u202e:maria")).toBe("maria, through shop\\u{202e}");
});
