import { expect, test } from "vitest";
import type { InboxItem } from "../../domain/inbox/inbox.ts";
import { deckOf, swipeOf } from "./deck-model.ts";

const row = (name: string, more: Partial<InboxItem> = {}) =>
  ({ id: `req_${name}`, status: "open", ...more }) as InboxItem;

const [a, b, c] = [row("a"), row("b"), row("c")];

test("the first open card lies on top, and one that was decided is gone", () => {
  expect(deckOf([a, b, c], [])).toEqual({ shown: "req_a", open: 3, left: 3 });
  expect(deckOf([{ ...a, status: "approved" }, b, c], [])).toEqual({
    shown: "req_b",
    open: 2,
    left: 2,
  });
  expect(deckOf([], [])).toEqual({ open: 0, left: 0 });
});

test("a card that was passed waits at the end, and is the first that comes back", () => {
  expect(deckOf([a, b, c], ["req_a"])).toEqual({ shown: "req_b", open: 3, left: 2, last: "req_a" });
  expect(deckOf([a, b], ["req_a", "req_b"])).toEqual({ open: 2, left: 0, last: "req_b" });
  const decided = { ...b, status: "rejected" } as InboxItem;
  expect(deckOf([a, decided], ["req_a", "req_b"])).toEqual({ open: 1, left: 0, last: "req_a" });
});

test("those that share a card are counted each", () => {
  const shared = row("a", { fold: { ids: ["req_a", "req_b"], differs: [] } } as Partial<InboxItem>);
  expect(deckOf([shared, c], [])).toEqual({ shown: "req_a", open: 3, left: 2 });
});

test("the card on top stays there until it is decided or passed", () => {
  expect(deckOf([a, b, c], [], "req_b").shown).toBe("req_b");
  expect(deckOf([a, b, c], ["req_b"], "req_b").shown).toBe("req_a");
  expect(deckOf([a, { ...b, status: "answered" } as InboxItem, c], [], "req_b").shown).toBe(
    "req_a",
  );
});

test("what others have to decide is no card", () => {
  const theirs = row("d", { forOthers: { why: "Your own agent.", deciders: ["ben"] } });
  expect(deckOf([theirs, a], [])).toEqual({ shown: "req_a", open: 1, left: 1 });
});

test("a swipe sideways passes or takes back, and a scroll is none", () => {
  const from = { x: 200, y: 300 };
  expect(swipeOf(from, { x: 100, y: 320 })).toBe("pass");
  expect(swipeOf(from, { x: 300, y: 280 })).toBe("back");
  expect(swipeOf(from, { x: 130, y: 300 })).toBeUndefined();
  expect(swipeOf(from, { x: 100, y: 400 })).toBeUndefined();
  expect(swipeOf(from, { x: 300, y: 280 }, "rtl")).toBe("pass");
});
