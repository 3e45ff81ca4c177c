import { expect, test } from "vitest";
import { importanceWord } from "./task-specification.ts";

test("importance is said in the words in which people rank", () => {
  expect([1, 0.9, 0.8, 0.4, 0.2, 0].map(importanceWord)).toEqual([
    "must",
    "must",
    "should",
    "could",
    "nice",
    "nice",
  ]);
});
