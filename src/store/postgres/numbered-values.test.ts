import { expect, test } from "vitest";
import { named, numbered, valuesOf } from "./numbered-values.ts";

test("values in their order get their numbers", () => {
  expect(numbered("a = ? and b = ? limit ?")).toBe("a = $1 and b = $2 limit $3");
});

test("a value that has a name stands wherever the name does", () => {
  const statement = named("a = $one and b = $two0 and c < $one and d = $two");
  expect(statement.text).toBe("a = $1 and b = $2 and c < $1 and d = $3");
  expect(valuesOf(statement, { two: 2, one: "x", two0: null, more: 4 })).toEqual(["x", null, 2]);
});

test("a value that is not given is told before the statement runs", () => {
  expect(() => valuesOf(named("a = $one"), {})).toThrow("one");
});
