import { expect, test } from "vitest";
import { kindOfTopic } from "../cases/topic-kind.ts";
import { isSameAspect, isSameDetail } from "./detail.ts";

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

const soundSame = (one: string, other: string) =>
  isSameAspect({ topic: one, kind: undefined }, { topic: other, kind: undefined });

test.each([
  ["method for the file", "method for the script"],
  ["source of the growth", "data source"],
  ["location of the options", "location preference"],
  ["model of the car", "make and model of the guide"],
])("“%s” and “%s” sound like one question", (one, other) => {
  expect(soundSame(one, other)).toBe(true);
  expect(soundSame(other, one)).toBe(true);
});

test.each([
  ["learning preferences", "learning platforms of interest"],
  ["data source", "image source"],
  ["style of the chart", "source of the figures"],
])("“%s” and “%s” sound like two", (one, other) => {
  expect(soundSame(one, other)).toBe(false);
});
