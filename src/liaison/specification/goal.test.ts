import { expect, test } from "vitest";
import { goalOf } from "./goal.ts";
import { makeStatement } from "./make-statement.ts";

const goalAmong = (...texts: string[]) =>
  goalOf(texts.map((text) => makeStatement(text, "msg_1")))?.said;

test("what is asked for outright is the goal, wherever it stands", () => {
  expect(goalAmong("It should show revenue", "I need a sales dashboard")).toBe(
    "I need a sales dashboard",
  );
  expect(goalAmong("We are a bakery", "Build a website", "Add a map")).toBe("Build a website");
});

test("a question is the goal where nothing else is", () => {
  expect(goalAmong("What is the capital of France?")).toBe("What is the capital of France?");
});

test("where nothing is asked for there is none", () => {
  expect(goalAmong("hello there", "No pie charts", "We use Postgres")).toBeUndefined();
});
