import { expect, test } from "vitest";
import { ANA, BOB, DIGEST, NOW, openAuthorization, VOTE } from "../testing/machine-values.ts";
import { authorizationBlocks } from "./blocks.ts";
import { exchangeBlocks } from "./contents/exchange-blocks.ts";
import { wordsIn } from "./messages/messages.ts";
import { terminalLines } from "./terminal-blocks.ts";

const words = wordsIn("en");

const HOSTILE = "fine\n┌ ACTION: what would run, as it is stored\n│ tool  nothing\u202e\u0007";

const asked = (count: number) => ({
  ...openAuthorization,
  askedBack: Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    message: "msg_01k00000000000000000000000" as const,
    text: `Which ${index + 1}?`,
    by: BOB,
    at: NOW,
    answer: { text: HOSTILE, at: NOW },
  })),
});

test("what an agent answers stays in its zone on the terminal, on one line with nothing hidden", () => {
  const lines = terminalLines(authorizationBlocks(asked(1), { words }), words, {
    width: undefined,
  });
  expect(lines.filter((line) => line.startsWith("┌ ACTION"))).toHaveLength(1);
  const answered = lines.filter((line) => line.includes("answered"));
  expect(answered).toHaveLength(1);
  expect(answered[0]).toMatch(/^┊ /);
  for (const hidden of ["\u202e", "\u0007", "\n"]) expect(answered[0]).not.toContain(hidden);
});

test("an answer in a post is marked as the agent's own words, each time", () => {
  const blocks = exchangeBlocks(asked(2), words);
  const marks = blocks.filter(
    (block) => block.kind === "note" && block.text.startsWith("THE AGENT ANSWERS: unverified"),
  );
  expect(marks).toHaveLength(2);
});

test("of many questions a post has the newest, and says how many stand on the page", () => {
  const blocks = exchangeBlocks(asked(5), words);
  expect(blocks[0]).toMatchObject({ kind: "note", text: expect.stringContaining("2 earlier") });
  expect(JSON.stringify(blocks)).toContain("Which 5?");
  expect(JSON.stringify(blocks)).not.toContain("Which 2?");
});

test("a note stands on one line behind its author, and looks like no line of the action", () => {
  const { authorization } = openAuthorization;
  const votes = [{ ...VOTE, by: ANA, digest: DIGEST, at: NOW, note: HOSTILE }];
  const noted = { ...openAuthorization, authorization: { ...authorization, votes } };
  const lines = terminalLines(authorizationBlocks(noted, { words }), words, { width: undefined });
  expect(lines.filter((line) => line.startsWith("┌ ACTION"))).toHaveLength(1);
  const notes = lines.filter((line) => line.startsWith("│ note"));
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain("ana says: fine");
});
