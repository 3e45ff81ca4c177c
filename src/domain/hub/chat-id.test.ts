import fc from "fast-check";
import { expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { checkChatId } from "./chat-id.ts";

test.each(["C0123ABCD", "-1001234567890", "ada@example.org", "https://example.org/hook?a=1", "群"])(
  "%s may name a chat",
  (chatId) => {
    expect(() => checkChatId(chatId)).not.toThrow();
  },
);

test.each([
  ["", /is empty/],
  ["x".repeat(129), /has 129 characters; at most 128/],
  ["a b", /white space/],
  ["a\u00a0b", /white space/],
  ["a\nb", /white space or control/],
  ["a\u0000", /control/],
  ["a\u202eb", /control/],
  ["a\u200bb", /control/],
  ["a\ud800", /control/],
])("%j names none", (chatId, why) => {
  expect(() => checkChatId(chatId)).toThrow(why);
  expect(() => checkChatId(chatId)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
});

test("what is let through is of one visible word, and no message repeats what is not", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 140 }), (chatId) => {
      try {
        checkChatId(chatId);
      } catch (error) {
        if (chatId.length > 6) expect(String(error)).not.toContain(chatId);
        return;
      }
      expect(chatId).toMatch(/^\S{1,128}$/u);
    }),
  );
});
