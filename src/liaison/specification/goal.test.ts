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

test("what a conversation opens with names it, whatever is needed beside it", () => {
  const playlist = "Playlist for a long drive with my dad";
  expect(goalAmong(playlist, "We need to survive each other")).toBe(playlist);
  const story = "Story time: our inbox gets seventy mails a day";
  expect(goalAmong(story, "I need a chatbot for it")).toBe("I need a chatbot for it");
});

test("a question is the goal where nothing else is", () => {
  expect(goalAmong("What is the capital of France?")).toBe("What is the capital of France?");
});

test("where nothing is asked for there is none", () => {
  expect(goalAmong("hello there", "No pie charts", "We use Postgres")).toBeUndefined();
});

test("an order that opens the conversation is the goal, whatever is wanted beside it", () => {
  const order = "Convert the members from Access into SQLite";
  expect(goalAmong(order, "I want to see a trial run before anything is written")).toBe(order);
  expect(goalAmong("Write him something", "I need a note for his door")).toBe(
    "I need a note for his door",
  );
});
