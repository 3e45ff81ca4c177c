import { expect, test } from "vitest";
import { withoutWordsOf } from "../../bench/liaison/without-words.ts";

/* A question that is only read back is no answer. */

test("takes out each sentence of the person, whatever its case and its spaces", () => {
  const person = "You didn't  answer about my brother. And is he (roughly) right?";
  const reply = "I note:\n- you didn't answer about my brother\n- And is he (roughly) right?";
  expect(withoutWordsOf(person, reply)).toBe("i note:\n- \n- ?");
});

test("leaves what the reply says of its own, and short words", () => {
  const reply = "Why so: 21, your brother is right.";
  expect(withoutWordsOf("Why so? 20 or 21?", reply)).toBe(reply.toLowerCase());
});
