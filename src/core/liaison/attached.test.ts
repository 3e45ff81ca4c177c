import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { received } from "./attached.ts";

const parts = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
    fc.constantFrom("```\n", "> ", "\n---\n", "“", "[…", "…]\n\n", "売上", "\n\n"),
  ),
  { minLength: 1, maxLength: 40 },
);

test("a message of any size is kept to its last character, said or attached", () => {
  fc.assert(
    fc.property(parts, fc.constantFrom(1, 40, 400), (some, times) => {
      const message = `Do it: ${some.join("").toWellFormed().repeat(times)}`.slice(0, 900_000);
      const { words, pieces } = received(message.toWellFormed());
      const [whole] = pieces;
      const kept = whole === undefined ? words : new TextDecoder().decode(whole.bytes);
      expect(kept === message.toWellFormed()).toBe(true);
    }),
    { numRuns: casesOf(200) },
  );
});
