import { expect, test } from "vitest";
import { listedIn, listItems } from "./list-items.ts";

test("a list is split at commas and its last word", () => {
  expect(listItems("revenue, units and margin")).toEqual(["revenue", "units", "margin"]);
  expect(listItems("revenue")).toEqual([]);
  expect(listItems("I would like to know, as soon as you can tell me, how it goes")).toEqual([]);
});

test("parts and examples in a sentence are found after what announces them", () => {
  expect(listedIn("A dashboard showing revenue, units and margin for executives")).toEqual([
    "revenue",
    "units",
    "margin",
  ]);
  expect(listedIn("Filters such as region")).toEqual(["region"]);
  expect(listedIn("Filters e.g. region, product, etc.")).toEqual(["region", "product"]);
});

test("a wish is no example", () => {
  expect(listedIn("I would like tea and cake")).toEqual([]);
});

test("what comes with a list is no member of it", () => {
  expect(listItems("revenue, units and margin with bar and line charts")).toEqual([
    "revenue",
    "units",
    "margin",
  ]);
});
