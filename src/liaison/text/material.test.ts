import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { partMaterial } from "./material.ts";

/* Whatever is pasted, in whatever marks: all of it is either the person's words or material. */

const FENCES = ["```", "~~~", "---", '"""', "<<<", "[quote]"] as const;
const LEADS = [
  "Summarise this e-mail:",
  "Ann wrote:",
  "Translate this:",
  "From: Ann\nSubject: Files",
  "次の文章を要約して：",
] as const;

const words = fc.string({ unit: "grapheme", maxLength: 80 });
const lines = fc.array(words, { maxLength: 6 }).map((some) => some.join("\n"));
const piece = fc.oneof(
  words,
  lines,
  fc.tuple(fc.constantFrom(...FENCES), lines).map(([mark, text]) => `${mark}\n${text}\n${mark}`),
  fc.tuple(fc.constantFrom(...FENCES), lines).map(([mark, text]) => `${mark}\n${text}`),
  lines.map((text) => text.replaceAll(/^/gm, "> ")),
  words.map((text) => `my boss said "${text}" and I want an answer`),
  words.map((text) => `Ann schrieb: „${text}“`),
  fc.tuple(fc.constantFrom(...LEADS), lines).map(([lead, text]) => `${lead}\n\n${text}`),
  fc.tuple(fc.constantFrom(...LEADS), words).map(([lead, text]) => `${lead} ${text}`),
  lines.map((text) => text.replaceAll(/^/gm, "12:00:01 ERROR ")),
  words.map((text) => `a,b,c\n1,2,3\n4,5,${text.replaceAll(",", "")}`),
  fc.jsonValue().map((value) => JSON.stringify(value, undefined, 2)),
);
const message = fc.array(piece, { maxLength: 60 }).map((some) => some.join("\n"));

/** How often each character stands there. White space and the marks around a quote are left out. */
function counted(text: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const char of text.replaceAll(/[\s:："“”„«»「」『』]/gu, "")) {
    counts[char] = (counts[char] ?? 0) + 1;
  }
  return counts;
}

test("every character of a message is found again in what the worker gets of it", () => {
  fc.assert(
    fc.property(message, (text) => {
      const { own, material } = partMaterial(text);
      const parts = [own, ...material.map((one) => one.text)].join("\n");
      expect(counted(parts)).toEqual(counted(text));
    }),
    { numRuns: casesOf(500) },
  );
});

test.each([
  ["more blocks than are kept apart", "> first\n> second\n\nand\n\n".repeat(90)],
  ["more lines than are looked through", `${"a line\n".repeat(20_500)}the end`],
])("%s lose nothing", (_, text) => {
  const { own, material } = partMaterial(text);
  const parts = [own, ...material.map((one) => one.text)].join("\n");
  expect(counted(parts)).toEqual(counted(text));
  expect(material.length).toBeLessThanOrEqual(40);
});

test("what stands behind a marked quotation is the person's", () => {
  const { own, material } = partMaterial(
    "Help me answer my insurer. This is what they wrote:\n\n> Dear Sir,\n> no.\n\nI DID report it, on 3 May.",
  );
  expect(own).toContain("I DID report it, on 3 May.");
  expect(material.map(({ text }) => text.endsWith("> no."))).toEqual([true]);
});
