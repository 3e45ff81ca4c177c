import { expect, test } from "vitest";
import { type Reachable, reachableText, tellingOf } from "./reachable.ts";

const chat = (chatId: string): Reachable => ({ channel: "slack", chatId, kind: "chat" });
const TOOLS = [
  { name: "read", description: "Reads." },
  { name: "message", description: "Sends." },
];

test("only the tool that sends messages tells whom they reach", () => {
  const told = tellingOf(TOOLS, [
    chat("builds"),
    { channel: "inbox", chatId: "ada", kind: "person" },
  ]);
  expect(told.map(({ description }) => description)).toEqual([
    "Reads.",
    "Sends. Reachable now: slack: builds; inbox: ada.",
  ]);
});

test("of many a few are told, and how many there are besides", () => {
  const many = Array.from({ length: 25 }, (_, at) => chat(`c${at}`));
  expect(reachableText(many)).toMatch(/^Reachable now: slack: c0, .*, c9 and 15 more\.$/);
});

test("nobody is said to be nobody", () => {
  expect(reachableText([])).toBe("Nobody can be reached now.");
});
