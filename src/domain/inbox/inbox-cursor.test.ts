import { expect, test } from "vitest";
import { cursorOf, type InboxPlace, placeOf } from "./inbox-cursor.ts";

const ID = "req_01kdvdna00tzfyev8xvac2rynp";
const AT = "2026-11-22T14:00:00.000Z";

test.each<InboxPlace>([
  { id: ID },
  { id: ID, level: "CRITICAL" },
  { id: ID, expiresAt: AT },
  { id: ID, level: "LOW", expiresAt: AT },
])("a cursor brings back the place %j", (place) => {
  const cursor = cursorOf(place, "needs_me");
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(placeOf(cursor, "needs_me")).toEqual(place);
});

test("a cursor holds nothing of an item but its place", () => {
  const item = { id: ID, level: "LOW", title: "Which colour?" } as const;
  expect(placeOf(cursorOf(item, "search"), "search")).toEqual({ id: ID, level: "LOW" });
});

test("a cursor is good for its own part of the inbox alone", () => {
  const cursor = cursorOf({ id: ID }, "done");
  expect(() => placeOf(cursor, "waiting")).toThrow('"next"');
});

test.each([
  "",
  "*",
  "x",
  "a".repeat(201),
  btoa(`done ${ID} -`),
  btoa(`done ${ID} - - -`),
  btoa(`done ${ID} SOME -`),
  btoa(`done ${ID} - 2026`),
  btoa(`done ${ID} - 2026-99-99T14:00:00.000Z`),
  btoa("done req_1 - -"),
])("%j is refused as a cursor", (cursor) => {
  const text = cursor.replaceAll("=", "");
  expect(() => placeOf(text, "done")).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
});
