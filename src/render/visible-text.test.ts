import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_CHARACTER } from "../../test/support/any-character.ts";
import { CODE_POINT_BLOCKS } from "../../test/support/code-points.ts";
import { oneLine, visibleText } from "./visible-text.ts";

/** A letter that makes no other suspect. */
const BESIDE = "一";

/** What hides or is obeyed, by class, written apart from the renderer's own expression. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  "controls (Cc)": /\p{Cc}/u,
  "formats (Cf)": /\p{Cf}/u,
  "private use (Co)": /\p{Co}/u,
  "surrogates (Cs)": /\p{Cs}/u,
  "unassigned (Cn)": /\p{Cn}/u,
  "line separators (Zl)": /\p{Zl}/u,
  "paragraph separators (Zp)": /\p{Zp}/u,
  "ignorable by default": /\p{Default_Ignorable_Code_Point}/u,
  "variation selectors": /\p{Variation_Selector}/u,
  "Hangul fillers": /[\u115f\u1160\u3164\uffa0]/u,
  "blanks that are no spaces": /[\u2800\u{1d159}\ufffc]/u,
  "brackets of our marks": /[⟨⟩]/u,
};

const written = (char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`;

/** Gives back what was written as `\u{…}`. */
function unescaped(text: string): string {
  return text.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

describe("every character there is", () => {
  const HIDDEN = new RegExp(
    Object.values(CLASSES)
      .map(({ source }) => source)
      .join("|"),
    "u",
  );
  /** Code points that are not shown as `expected` says. */
  function otherwise(show: (text: string) => string, expected: (char: string) => string): string[] {
    return CODE_POINT_BLOCKS.filter(
      (chars) => show(chars.join(BESIDE)) !== chars.map(expected).join(BESIDE),
    )
      .flatMap((chars) =>
        chars.filter((char) => show(BESIDE + char + BESIDE) !== BESIDE + expected(char) + BESIDE),
      )
      .map(written);
  }

  test.each(Object.entries(CLASSES))("has %s among it", (_, pattern) => {
    expect(CODE_POINT_BLOCKS.some((chars) => pattern.test(chars.join("a")))).toBe(true);
  });

  test("is shown as an escape where it hides or is obeyed, and as it is where it can be seen", () => {
    const expected = (char: string) =>
      HIDDEN.test(char) && char !== "\n" && char !== "\t" ? written(char) : char;
    expect(otherwise((text) => visibleText(text), expected)).toEqual([]);
  });

  test("is shown so on one line too, where line ends and tabs are escapes as well", () => {
    const expected = (char: string) => (HIDDEN.test(char) ? written(char) : char);
    const show = (text: string) => visibleText(text, { keepLines: false });
    expect(otherwise(show, expected)).toEqual([]);
  });
});

describe("ordinary text", () => {
  test.each([
    "Which pattern first: A, B or C?",
    "  spaces  and\ttabs\n\n\tand lines\n",
    "Ça va? Zoë – “Ωmega” … 50 % €",
    "e\u0301 a\u0308\u0323",
    "设计模式 デザインパターン 디자인",
    "اَلْعَرَبِيَّةُ",
    "हिन्दी में क्या पहले?",
    "Việt Nam, Ελληνικά, Русский, עִבְרִית, ไทยที่นี่",
    "😀 ✅ → ½",
    "\\u{1b} written by somebody",
  ])("is shown as it is: %j", (text) => {
    expect(visibleText(text)).toBe(text);
  });

  test("keeps its lines, however they end", () => {
    expect(visibleText("a\r\nb\nc")).toBe("a\nb\nc");
  });

  test("loses a carriage return that would write over its line", () => {
    expect(visibleText("delete all\rkeep all")).toBe("delete all\\u{d}keep all");
  });
});

describe("hostile text", () => {
  test.each([
    ["a colour", "\x1b[31mred", "\\u{1b}[31mred"],
    ["a clear screen", "\x1b[2J\x1b[H", "\\u{1b}[2J\\u{1b}[H"],
    ["CSI in one byte", "\x9b2J", "\\u{9b}2J"],
    ["OSC 52, the clipboard", "\x1b]52;c;ZQ==\x07", "\\u{1b}]52;c;ZQ==\\u{7}"],
    ["OSC 8, a link", "\x1b]8;;http://a\x1b\\b", "\\u{1b}]8;;http://a\\u{1b}\\b"],
    ["OSC in one byte", "\x9d0;title\x9c", "\\u{9d}0;title\\u{9c}"],
    ["a backspace", "rm\b\bls", "rm\\u{8}\\u{8}ls"],
    ["NUL and DEL", "a\0b\x7f", "a\\u{0}b\\u{7f}"],
    ["a right-to-left override", "abc\u202efdp.exe", "abc\\u{202e}fdp.exe"],
    ["an isolate", "\u2066a\u2069", "\\u{2066}a\\u{2069}"],
    ["zero width", "ad\u200bmi\u200dn\u2060\ufeff", "ad\\u{200b}mi\\u{200d}n\\u{2060}\\u{feff}"],
    ["a soft hyphen", "pass\u00adword", "pass\\u{ad}word"],
    ["tags", "a\u{e0041}", "a\\u{e0041}"],
    ["variation selectors", "a\ufe00\u{e0100}", "a\\u{fe00}\\u{e0100}"],
    ["a Hangul filler", "a\u3164b", "a\\u{3164}b"],
    ["line and paragraph separators", "a\u2028b\u2029c", "a\\u{2028}b\\u{2029}c"],
    ["half a pair", "a\ud800b", "a\\u{d800}b"],
  ])("shows %s", (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test("of marks piled on a letter shows them one by one, from the fifth on a letter", () => {
    const mark = "\u0301";
    expect(visibleText(`a${mark.repeat(4)}b`)).toBe(`a${mark.repeat(4)}b`);
    expect(visibleText(`a${mark.repeat(5)}b`)).toBe(`a${"\\u{301}".repeat(5)}b`);
  });

  test("never holds more than four marks in a row", () => {
    const marks = fc.string({ unit: fc.constantFrom("\u0301", "\u0489", "\ufe0f", "\u094d", "a") });
    fc.assert(
      fc.property(marks, (text) => {
        expect(visibleText(text)).not.toMatch(/[\p{Mn}\p{Me}]{5}/u);
      }),
    );
  });
});

/** Text in which what must be escaped is as frequent as what must not. */
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom("a", "é", "语", "\n", "\t", "\r", "\x1b", "\u202e", "\u200b", "\u0301", "😀"),
    fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 1 }),
    fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
  ),
});

describe("in any text", () => {
  // A backslash of one's own would read as an escape; two line ends become one.
  const plain = texts.filter((text) => !/\\|\r\n/.test(text));

  test("un-escaping gives the original back: nothing is lost and nothing added", () => {
    fc.assert(
      fc.property(plain, fc.boolean(), (text, keepLines) => {
        expect(unescaped(visibleText(text, { keepLines }))).toBe(text);
      }),
    );
  });

  test("nothing that hides is left, and showing what is shown changes nothing", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = visibleText(text);
        for (const pattern of Object.values(CLASSES)) {
          expect(pattern.test(shown.replace(/[\n\t]/g, ""))).toBe(false);
        }
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });

  test("one line is one line, and never wider than it may be", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, width) => {
        const line = oneLine(text, width);
        expect(line).not.toMatch(/[\n\r\t\u2028\u2029\x85]/);
        expect([...line].length).toBeLessThanOrEqual(width);
        expect(line.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("one line", () => {
  test("has single spaces where there were lines, tabs and many of them", () => {
    expect(oneLine("  a\n\n\tb   c\r\n", 80)).toBe("a b c");
  });

  test("ends in an ellipsis where it is cut, and only there", () => {
    expect(oneLine("abcdef", 6)).toBe("abcdef");
    expect(oneLine("abcdefg", 6)).toBe("abcde…");
    expect(oneLine("abc", 1)).toBe("…");
  });

  test("is cut between characters, not between the halves of one", () => {
    expect(oneLine("😀😀😀😀", 3)).toBe("😀😀…");
    expect(oneLine("😀😀😀", 3)).toBe("😀😀😀");
  });

  test("counts an escape by what is shown of it", () => {
    expect(oneLine("a\x1bb", 8)).toBe("a\\u{1b}b");
    expect(oneLine("a\x1bb", 7)).toBe("a\\u{1b…");
  });
});
