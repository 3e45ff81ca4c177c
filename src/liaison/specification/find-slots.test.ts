import { expect, test } from "vitest";
import type { SlotKind } from "../cases/slot-kind.ts";
import { findSlots } from "./find-slots.ts";

const toldIn = (text: string, kind: SlotKind) =>
  findSlots(text).find((slot) => slot.kind === kind)?.value;

test.each<[SlotKind, string, string]>([
  ["period", "A dashboard for last quarter", "last quarter"],
  ["period", "Sales in Q3 2026", "Q3 2026"],
  ["frequency", "Send it every week", "every week"],
  ["duration", "a trip of 5 days", "5 days"],
  ["budget", "It may cost at most $2,000", "at most $2,000"],
  ["budget", "2000 euros", "2000 euros"],
  ["audience", "It is for the sales team", "the sales team"],
  ["audience", "executives", "executives"],
  ["format", "Give me a PDF", "a PDF"],
  ["presentation", "Use bar and line charts", "bar and line charts"],
  ["data", "Take it from our CRM", "our CRM"],
  ["data", "See https://shop.example/list.", "https://shop.example/list"],
  ["people", "a flight for two adults", "two adults"],
  ["contents", "A page showing revenue and units", "revenue and units"],
  ["environment", "in Python, please", "Python"],
  ["place", "A trip to New York", "New York"],
  ["language", "Translate it into German", "German"],
  ["level", "for absolute beginners", "absolute beginners"],
  ["permissions", "Ask me before sending it", "Ask me before"],
  ["preferences", "We love museums", "museums"],
])("the %s in “%s” is “%s”", (kind, text, value) => {
  expect(toldIn(text, kind)).toBe(value);
});

test("what is denied is not told", () => {
  expect(toldIn("no pie charts", "presentation")).toBeUndefined();
  expect(toldIn("It is not for customers", "audience")).toBeUndefined();
});

test("a wish with nothing in it tells nothing", () => {
  expect(findSlots("I need a sales dashboard")).toEqual([]);
  expect(findSlots("")).toEqual([]);
});

test("a tool is no place", () => {
  expect(toldIn("Deploy it to AWS", "place")).toBeUndefined();
});
