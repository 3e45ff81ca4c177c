import { expect, test } from "vitest";
import { namedOptions, optionByPlace } from "./name-options.ts";

const OPTIONS = ["Bar charts", "Line charts", "Tables"];

test("options are named as whole words, or by all their words", () => {
  expect(namedOptions("bar charts and tables please", OPTIONS)).toEqual(["Bar charts", "Tables"]);
  expect(namedOptions("a line chart", OPTIONS)).toEqual(["Line charts"]);
  expect(namedOptions("turntables", OPTIONS)).toEqual([]);
});

test("a few words name an option by the one word that tells it", () => {
  const options = ["Yes, a backup", "An archive", "No"];
  expect(namedOptions("keep a backup", options)).toEqual(["Yes, a backup"]);
  expect(namedOptions("keep no backup", options)).not.toContain("Yes, a backup");
  expect(namedOptions("the archive of our old mails goes first", options)).toEqual([]);
});

test("a denied option is not named", () => {
  expect(namedOptions("no tables", OPTIONS)).toEqual([]);
});

test("a place beyond the options names none", () => {
  expect(optionByPlace("9", OPTIONS)).toBeUndefined();
  expect(optionByPlace("last", OPTIONS)).toBe("Tables");
  expect(optionByPlace("2 weeks", OPTIONS)).toBeUndefined();
});
