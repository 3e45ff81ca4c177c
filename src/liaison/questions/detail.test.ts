import { expect, test } from "vitest";
import { kindOfTopic } from "../cases/topic-kind.ts";
import { isSameDetail } from "./detail.ts";

const isSame = (one: string, other: string) =>
  isSameDetail({ topic: one, kind: kindOfTopic(one) }, { topic: other, kind: kindOfTopic(other) });

test.each([
  ["budget for the trip", "price range"],
  ["target audience", "readers"],
  ["accommodation preferences", "preferred accommodation"],
  ["metrics", "kpis"],
  ["place and its size", "size of the living room"],
  ["skill level for the data", "skill level for the programming"],
  ["style", "style preference for the room"],
])("“%s” and “%s” are the same detail", (one, other) => {
  expect(isSame(one, other)).toBe(true);
});

test.each([
  ["accommodation preferences", "dining preferences"],
  ["number of guests", "number of pages"],
  ["budget", "deadline"],
  ["preferences for the trip", "duration of the trip"],
  ["size of the garden", "size of the household"],
  ["preferences for the area", "location of the party"],
])("“%s” and “%s” are two", (one, other) => {
  expect(isSame(one, other)).toBe(false);
});
