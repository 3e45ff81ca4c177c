import { expect, test } from "vitest";
import { meantBy } from "./spelling.ts";

test.for([
  ["im hapy with it, il use it", "i'm happy with it, i'll use it"],
  ["dont like its colours", "don't like its colours"],
  ["its wrong", "it's wrong"],
  ["the god of war", "the god of war"],
] as const)("%j means %j", ([typed, meant]) => {
  expect(meantBy(typed)).toBe(meant);
});
