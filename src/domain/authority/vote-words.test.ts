import { expect, test } from "vitest";
import { lackOf, wantsNote } from "./vote-words.ts";

const INC = "INC-[0-9]{4,}";
const isTicket = (pattern: string, word: string) => new RegExp(`^(?:${pattern})$`).test(word);
const lacks = (demand: Parameters<typeof wantsNote>[0], note?: string) =>
  lackOf(demand, note, isTicket);
const reason = { note: "required" } as const;
const ticket = { tickets: [INC] };

test("a vote needs words where its rule wants a note or a ticket", () => {
  expect([reason, ticket, {}].map(wantsNote)).toEqual([true, true, false]);
  expect(lacks({})).toBeUndefined();
});

test.each([
  undefined,
  "",
  " \n\t",
  "…",
  "!!",
  "👍",
  "\u200b\u2060",
  "\u3164\u115f\uffa0",
  "\u2800",
])("%j says nothing", (note) => {
  expect(lacks(reason, note)).toBe("note");
});

test.each(["ok", "4711", "はい", "да"])("%j says something", (note) => {
  expect(lacks(reason, note)).toBeUndefined();
});

test.each(["INC-1234", "see (INC-1234).", "agreed:\nINC-1234", "**INC-1234**, as yesterday"])(
  "%j names a ticket",
  (note) => {
    expect(lacks(ticket, note)).toBeUndefined();
  },
);

test.each([
  "",
  "INC-12",
  "XINC-1234",
  "INC-1234x",
  "INC-12\u200b34",
  "ІNC-1234",
  "INC-１２３４",
  "INC -1234",
])("%j names none", (note) => {
  expect(lacks(ticket, note)).toBe("ticket");
});

test("beside a demanded reason a ticket is none", () => {
  const both = { ...reason, ...ticket };
  expect(lacks(both, "INC-1234 (INC-1235).")).toBe("note");
  expect(lacks(both, "INC-1234: the mail server is back")).toBeUndefined();
});

test("of several tickets each is named", () => {
  const two = { tickets: [INC, "CHG-[0-9]+"] };
  expect(lacks(two, "INC-1234")).toBe("ticket");
  expect(lacks(two, "INC-1234, CHG-9")).toBeUndefined();
});
