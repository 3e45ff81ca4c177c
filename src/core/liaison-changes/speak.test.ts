import { expect, test } from "vitest";
import { MAX_LIAISON_BYTES } from "../../domain/liaison/liaison.ts";
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
  await expect(spoken(NOTHING, full, wordsOf("More"))).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
