import { expect, test } from "vitest";
import { createPlaces, type Place } from "./calls-under-way.ts";

/** Takes all that a channel has room for. */
function fill(places: ReturnType<typeof createPlaces>, channel: string): Place[] {
  const taken: Place[] = [];
  while (places.hasRoom(channel)) taken.push(places.take(channel));
  return taken;
}

test("a platform that hangs takes no place from another", () => {
  const places = createPlaces();
  expect(fill(places, "webhook")).toHaveLength(128);
  expect(fill(places, "slack")).toHaveLength(128);
});

test("an answered call makes room before it is stored, up to as many again", () => {
  const places = createPlaces();
  const first = fill(places, "slack");
  for (const { endCall } of first) endCall();
  const second = fill(places, "slack");
  expect(second).toHaveLength(128);
  for (const { endCall } of second) endCall();
  expect(places.hasRoom("slack")).toBe(false);
  first[0]?.end();
  expect(places.hasRoom("slack")).toBe(true);
});

test("a place that ends twice is free once", () => {
  const places = createPlaces();
  const [first] = fill(places, "slack");
  first?.endCall();
  first?.end();
  first?.end();
  expect(fill(places, "slack")).toHaveLength(1);
});
