import { expect, test } from "vitest";
import { thingOf } from "./thing.ts";

test.for([
  ["but the gas hob had to stay", "gas hob"],
  ["four weeks without a kitchen is far too long", "weeks"],
  ["i hate the second verse", "verse"],
  ["it is great", undefined],
] as const)("%j is about %j", ([clause, thing]) => {
  expect(thingOf(clause)).toBe(thing);
});
