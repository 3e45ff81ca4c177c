import { expect, test } from "vitest";
import { isAskable, wordQuestion } from "./word-question.ts";

test.each([
  ["budget for the trip", "What budget do you have in mind for the trip?"],
  ["duration of the trip", "How long will the trip be?"],
  ["type of cuisine", "Which type of cuisine do you have in mind?"],
  ["number of guests", "How many guests do you have in mind?"],
  ["accommodation preferences", "Which accommodation do you prefer?"],
  ["Preference for brands or dashboard", "Is there a brand that you prefer for the dashboard?"],
  ["Source of the discoveries", "Which source should be used for the discoveries?"],
  ["Current Python level", "How familiar are you with Python?"],
  ["Target audience", "Who is it for?"],
  ["daughter preferences", "What does the daughter like?"],
  ["duration of the board meeting", "How long will the board meeting be?"],
  ["dietary restrictions or preferences", "Are there dietary restrictions or allergies?"],
  ["current skill", "What is your current skill?"],
  ["favourite authors", "Which favourite authors do you have in mind?"],
])("“%s” is asked for: %s", (topic, question) => {
  expect(wordQuestion(topic).question).toBe(question);
});

test("a detail of a common kind has options and a default", () => {
  const { options, default: assumed } = wordQuestion("budget for the trip");
  expect(options).toContain(assumed);
});

test.each([
  "schedule preferences",
  "unit tests goals",
  "areas of prices to focus on",
  "preference for budget format",
])("“%s” is not offered what answers another question", (topic) => {
  expect(wordQuestion(topic).options).toEqual([]);
});

test("names that make no question are told", () => {
  expect(isAskable("available for the sales dashboard")).toBe(false);
  expect(isAskable("sales dashboard range")).toBe(false);
  expect(isAskable("trip of interest")).toBe(false);
  expect(isAskable("price range")).toBe(true);
  expect(isAskable("competitors of interest")).toBe(true);
});

test.each([
  ["sales dashboard preferences", "preferences for the sales dashboard"],
  ["Preference for guide format", "format preference for the guide"],
  ["Current photography level", "current level in photography"],
  ["Dietary restrictions or preferences", "dietary restrictions or preferences"],
  ["Budget for Paris", "budget for Paris"],
])("“%s” reads as “%s”", (topic, phrase) => {
  expect(wordQuestion(topic).topic).toBe(phrase);
});
