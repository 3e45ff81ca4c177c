import { expect, test } from "vitest";
import { artefactAt, artefactIn } from "./artefacts.ts";
import titles from "./kind-titles.json" with { type: "json" };
import { CASE_LIBRARY } from "./library.ts";

test.each([
  ["Write a polite letter to the council", "text"],
  ["Einen Trainingsplan für den Sommer", "plan"],
  ["Una lista de la compra", "list"],
  ["Une recette sans gluten", "made"],
  ["Napisz ogłoszenie sprzedaży roweru", "text"],
  ["Shopping list for lasagne for eight", "list"],
  ["List do sąsiadów o hałasie", "text"],
])("%s: something to be made is named", (said, artefact) => {
  expect(artefactIn(said)).toBe(artefact);
});

test.each(["The tap drips", "Answer 429 when exceeded", "He bites table legs"])(
  "%s: nothing to be made is named",
  (said) => {
    expect(artefactAt(said)).toBeUndefined();
  },
);

test("each kind of task has a title in ten languages", () => {
  expect(Object.keys(titles)).toEqual(CASE_LIBRARY.map(({ name }) => name));
  for (const names of Object.values(titles)) {
    expect(new Set(names.split("|")).has("")).toBe(false);
    expect(names.split("|")).toHaveLength(10);
  }
});
