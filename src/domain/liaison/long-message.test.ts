import fc from "fast-check";
import { expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { MAX_TEXT_BYTES } from "../limits.ts";
import { isLongMessage, partOfLongMessage, withoutMark } from "./long-message.ts";

test("a message is long from the first byte that a text may not have", () => {
  expect(isLongMessage("x".repeat(MAX_TEXT_BYTES))).toBe(false);
  expect(isLongMessage("x".repeat(MAX_TEXT_BYTES + 1))).toBe(true);
  expect(isLongMessage("好".repeat(MAX_TEXT_BYTES / 3 + 1))).toBe(true);
});

test("its part has the wish before what was pasted and the one behind it, and says what is left out", () => {
  const log = Array.from({ length: 5_000 }, (_, index) => `${index} a line of the log`).join("\n");
  const part = partOfLongMessage(`Find out why.\n${log}\nBy Friday, please.`, "message.txt");
  expect(part).toMatch(/^Find out why\.\n0 a line of the log\n/);
  expect(part).toMatch(/\n4999 a line of the log\nBy Friday, please\.$/);
  expect(part).toMatch(
    /\n\n\[… the whole message has \d+ KiB and is attached as message\.txt …\]\n\n/,
  );
  expect(withoutMark(part)).not.toContain("attached");
});

test("every part is well-formed text that fits into a conversation", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 40 }), (unit) => {
      const part = partOfLongMessage(unit.repeat(Math.ceil(40_000 / unit.length)), "message.txt");
      expect(part.isWellFormed()).toBe(true);
      expect(isLongMessage(part)).toBe(false);
    }),
  );
});
