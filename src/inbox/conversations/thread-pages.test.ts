import { expect, test } from "vitest";
import { byDay, type Entry, entriesOf, pageToRefresh } from "./thread-pages.ts";

const message = (id: number, createdAt = "2026-11-22T10:00:00.000Z"): Entry => ({
  id: `msg_${id}` as const,
  workspace: "default",
  conversation: "cnv_1" as const,
  from: { principal: "prn_1" as const, name: "ci", via: "http" as const },
  text: "hello",
  salt: "",
  createdAt,
});
const pages = [
  { items: [message(1), message(2)], next: "msg_2" },
  { cursor: "msg_2", items: [message(2), message(3)] },
];

test("an entry that two pages hold stands once", () => {
  expect(entriesOf(pages).map(({ id }) => id)).toEqual(["msg_1", "msg_2", "msg_3"]);
});

test("an event about an entry has its own page read again", () => {
  expect(pageToRefresh(pages, { type: "request.answered", subject: "msg_1" })).toBe(0);
});

test("what is new has the last page read again", () => {
  expect(pageToRefresh(pages, { type: "message.created", subject: "msg_9" })).toBe(1);
});

test("what is not shown and what is no part of a conversation has nothing read", () => {
  expect(pageToRefresh(pages, { type: "request.answered", subject: "req_9" })).toBeUndefined();
  expect(pageToRefresh(pages, { type: "key.created", subject: "key_1" })).toBeUndefined();
});

test("entries stand by their days", () => {
  const days = byDay([message(1), message(2, "2026-11-23T00:00:00.000Z")], (at) => at.slice(0, 10));
  expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
    ["2026-11-22", 1],
    ["2026-11-23", 1],
  ]);
});
