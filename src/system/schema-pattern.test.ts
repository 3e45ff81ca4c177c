import { expect, test } from "vitest";
import { compileSchemaPattern } from "./schema-pattern.ts";

test.each([
  ["^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$", ["1", "-1.5", ".5"], ["", "-", ".", "a"]],
  ["^(?=.{1,5}\\.?$)[a-z.]+$", ["a.b", "abcde"], ["abcdef", "A"]],
  ["^(?!a)(?=.*z)[a-z]+$", ["bz", "z"], ["az", "bb"]],
  ["^[(|)]+$", ["(", "|"], ["a"]],
  ["^\\p{Lu}\\u0061$", ["Äa"], ["äa"]],
])("%s is tried as JavaScript would, in an engine of its own", (pattern, fitting, others) => {
  const test = compileSchemaPattern(pattern);
  const inJs = new RegExp(pattern, "u");
  for (const text of [...fitting, ...others]) expect(test(text)).toBe(inJs.test(text));
  expect(fitting.map(test)).not.toContain(false);
  expect(others.map(test)).not.toContain(true);
});

test("a look-ahead in one of several alternatives is not split off", () => {
  expect(() => compileSchemaPattern("^(?=a)b|c")).toThrow("invalid");
});

test("a pattern that would stall another engine takes no time", () => {
  const test = compileSchemaPattern("^(a+)+$");
  expect(test(`${"a".repeat(50_000)}b`)).toBe(false);
});
