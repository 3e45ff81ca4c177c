import { expect, test } from "vitest";
import { toMs } from "../domain/timestamp.ts";
import { useWords } from "./approval-words.ts";
import { wordsIn } from "./messages/messages.ts";

const words = wordsIn("en");

test("an approval is never said to last longer than it was given for, whatever the clock", () => {
  const closedAt = "2026-11-22T14:00:00.000Z";
  const use = { usableUntil: "2026-11-22T15:00:00.000Z", closedAt };
  const closedMs = toMs(closedAt);
  expect(useWords(use, closedMs - 7_000, words)).toBe("not used, 1h left");
  expect(useWords(use, closedMs + 60_000, words)).toBe("not used, 59m left");
});
