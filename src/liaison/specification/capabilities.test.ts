import { expect, test } from "vitest";
import { findCase } from "../cases/find-case.ts";
import { capabilitiesOf } from "./capabilities.ts";

test("the kind of task and its words tell what is needed, each once", () => {
  const words = "I need a sales dashboard; e-mail it to the team";
  const found = capabilitiesOf(words, findCase(words, ""));
  expect(found).toEqual(expect.arrayContaining(["data visualization", "writing"]));
  expect(new Set(found).size).toBe(found.length);
});

test("words that tell nothing need nothing", () => {
  expect(capabilitiesOf("hello there", undefined)).toEqual([]);
});
