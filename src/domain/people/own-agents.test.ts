import { expect, test } from "vitest";
import { assertNotOwnAgents, ownAgentLike } from "./own-agents.ts";

test.each([
  ["earshot", "earshot"],
  ["Earshot", "earshot"],
  ["EARSHOT", "earshot"],
  ["еarshot", "earshot"],
  ["еаrѕһоt", "earshot"],
  ["ear shot", "earshot"],
  ["ear-shot.", "earshot"],
  ["éarshót", "earshot"],
  ["ｅａｒｓｈｏｔ", "earshot"],
  ["ear\u200bshot", "earshot"],
  ["earshot\u2060", "earshot"],
  ["earsh0t", "earshot"],
  ["3ar5h0t", "earshot"],
  ["ᴇᴀʀꜱʜᴏᴛ", "earshot"],
  ["Iiaison", "liaison"],
  ["1iaison", "liaison"],
  ["liаison", "liaison"],
])("%j reads like the server's own %s", (name, own) => {
  expect(ownAgentLike(name)).toBe(own);
  expect(() => assertNotOwnAgents(name)).toThrow(/Choose another/);
});

test.each([
  "scout",
  "earshot-ci",
  "earshot 2",
  "liaison-worker",
  "shot",
  "ears hot dog",
  "oauth:earshot",
])("%j reads like none of them", (name) => {
  expect(ownAgentLike(name)).toBeUndefined();
});
