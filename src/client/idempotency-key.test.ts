import { afterEach, expect, test, vi } from "vitest";
import { newIdempotencyKey } from "./idempotency-key.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a key is short, printable and says what it is", () => {
  const key = newIdempotencyKey();
  expect(key).toMatch(/^call_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  expect(key.length).toBeLessThanOrEqual(128);
});

test("no two keys of one moment are the same", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  const keys = Array.from({ length: 10_000 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(keys.map((key) => key.slice(0, "call_".length + 10))).size).toBe(1);
});

test("keys sort by the time at which they were made", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  const keys = Array.from({ length: 200 }, (_, index) => {
    vi.setSystemTime(Date.UTC(2026, 10, 21) + index * 7);
    return newIdempotencyKey();
  });
  expect(keys.toSorted()).toEqual(keys);
});

test("every random digit of a key takes every value", () => {
  const keys = Array.from({ length: 2_000 }, newIdempotencyKey);
  for (let digit = "call_".length + 10; digit < "call_".length + 26; digit++) {
    expect(new Set(keys.map((key) => key[digit])).size).toBe(32);
  }
});
