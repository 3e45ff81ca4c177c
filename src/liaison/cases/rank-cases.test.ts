import { expect, test } from "vitest";
import { findCase } from "./find-case.ts";
import { rankCases } from "./rank-cases.ts";

const bestOf = (text: string) => rankCases(text, "")[0]?.found.name;

test.each([
  ["Ein Name für unser neues Boot", "naming"],
  ["Schreib eine Stellenanzeige für unsere Werkstatt", "hiring"],
  ["Necesito un logo para mi panadería", "design"],
  ["Traduis ce contrat en anglais", "translation"],
  ["Vorrei un viaggio di dieci giorni in Grecia", "travel"],
  ["Um presente para a minha avó", "gift"],
  ["De kraan in de keuken lekt", "home"],
  ["Przetłumacz umowę na niemiecki", "translation"],
  ["北海道への旅行を計画して", "travel"],
  ["帮我写一份简历", "job search"],
])("“%s” is recognised as %s in its own language", (text, name) => {
  expect(bestOf(text)).toBe(name);
});

test("a compound is read by its parts", () => {
  expect(bestOf("Urlaubsplanung")).toBe("travel");
});

test.each(["hello there", "lol", "what time is it", "good morning", "ok", "danke schön", "你好"])(
  "“%s” is of no kind",
  (text) => {
    expect(findCase(text, "")).toBeUndefined();
  },
);

test("a long text takes no longer than its beginning", () => {
  const long = "translate the letter ".repeat(4_000);
  expect(rankCases(long, long)[0]?.found.name).toBe("translation");
});
