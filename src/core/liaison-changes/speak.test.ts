import { expect, test } from "vitest";
import {
  MAX_EXCHANGES,
  MAX_LIAISON_BYTES,
  SHORT_WORDS_BYTES,
} from "../../domain/liaison/liaison.ts";
import { anId } from "../../testing/builders.ts";
import { aLiaison } from "../../testing/liaison-values.ts";
import type { Context } from "../call/context.ts";
import { exchangeOf, spoken } from "./speak.ts";

const AT = "2026-01-01T00:00:00.000Z";
const wordsOf = (content: string) => ({
  id: anId("msg"),
  content,
  via: "inbox" as const,
  at: AT,
  actor: anId("prn"),
});

/** What does not fit is refused before anything of these is asked. */
const NOTHING = {} as Context;

test("what was said is counted in bytes, in every script", async () => {
  const liaison = aLiaison();
  // A third of the bound in characters is the whole of it in bytes.
  const said = "好".repeat(MAX_LIAISON_BYTES / 3);
  const full = { ...liaison, exchanges: [exchangeOf(liaison, wordsOf(said))] };
  const more = wordsOf("More".repeat(SHORT_WORDS_BYTES));
  await expect(spoken(NOTHING, full, more)).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("a full conversation still takes short words, so that nobody is left in it", async () => {
  const liaison = aLiaison({ phase: "feedback_collection" });
  const one = exchangeOf(liaison, wordsOf("Hm."));
  const full = { ...liaison, exchanges: Array.from({ length: MAX_EXCHANGES }, () => one) };
  const long = spoken(NOTHING, full, wordsOf("More".repeat(SHORT_WORDS_BYTES)));
  await expect(long).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("accept"),
  });
  // It passes the bound, and comes to what this context lacks.
  const short = spoken(NOTHING, full, wordsOf("I accept it."));
  await expect(short).rejects.not.toMatchObject({ code: "INVALID_INPUT" });
});
