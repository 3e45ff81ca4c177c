import { expect, test } from "vitest";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import { assumptionsOf } from "./assumptions.ts";

const asked: Clarification = {
  topic: "audience",
  question: "Who is it for?",
  options: [],
  status: "assumed",
  asked_in: "msg_1",
};

test("what is left open is taken as its default", () => {
  expect(assumptionsOf([{ ...asked, default: "the team" }])).toEqual(["Audience: the team"]);
  expect(assumptionsOf([{ ...asked, status: "left_to_us" }])).toEqual([
    "Audience: as whoever does the task sees fit",
  ]);
});

test("what is answered or still asked is no assumption", () => {
  expect(
    assumptionsOf([
      { ...asked, status: "answered" },
      { ...asked, status: "open" },
    ]),
  ).toEqual([]);
});
