import { expect, test } from "vitest";
import { rootsOf } from "./roots.ts";

test.for([
  ["Filterable regions", "filtering by region"],
  ["the coloured charts", "chart colors"],
  ["highlighted categories", "highlight a category"],
  ["organising", "organized"],
] as const)("%j and %j share a root", ([one, other]) => {
  const roots = rootsOf(other);
  expect([...rootsOf(one)].some((root) => roots.has(root))).toBe(true);
});

test("words of asking and judging are no subject", () => {
  expect([...rootsOf("I'd like you to show more of it, please")]).toEqual([]);
});
