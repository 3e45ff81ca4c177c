import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { ANY_CHARACTER } from "../../test/support/any-character.ts";
import { CODE_POINT_BLOCKS } from "../../test/support/code-points.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { shownArgs, shownJson, shownLines, shownText } from "./shown-json.ts";

/** What hides, is obeyed, or is a sign of Earshot's own, written apart from the renderer. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u115f\u1160\u3164\uffa0\u2800\u{1d159}\ufffc]|(?! )\p{Zs}/u;

/** The JSON text that was shown. */
function unshown(text: string): string {
  return text.replace(
    /\\u\{([0-9a-f]+)\}|\\.|⟨×(\d+) (?:spaces|U\+([0-9a-f]+))⟩|⟨[^⟩]*⟩/g,
    (token, ...[hex, count, blank = "20"]: (string | undefined)[]) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (count !== undefined) {
        return String.fromCodePoint(Number.parseInt(blank, 16)).repeat(Number(count));
      }
      return token.startsWith("⟨") ? "" : token;
    },
  );
}

const read = (shown: string): Json => JSON.parse(unshown(shown)) as Json;

/** The keys of a path. */
function keysOf(path: string): (string | number)[] {
  const parts = path.match(/\/(?:"(?:[^"\\]|\\.)*"|[^/]*)/g) ?? [];
  return parts.map((part) => {
    const key = part.slice(1);
    if (key.startsWith('"')) return read(key) as string;
    return /^\d+$/.test(key) ? Number(key) : key;
  });
}

/** The arguments that were shown. */
function argsOf(shown: ReturnType<typeof shownArgs>): Json {
  const root: { all?: Json } = {};
  for (const one of shown) {
    const value = "value" in one ? read(one.value) : textOf(one.lines);
    placeAt(root, ["all", ...keysOf(one.path)], value);
  }
  return root.all ?? null;
}

/** The text of several lines that was shown. */
function textOf(lines: readonly string[]): string {
  const inner = (line: string) =>
    unshown(line).replace(/\\.|"/g, (token) => (token === '"' ? '\\"' : token));
  return lines
    .flatMap((line) => {
      const empty = /^⟨×(\d+) empty lines⟩$/.exec(line)?.[1];
      return empty === undefined
        ? [JSON.parse(`"${inner(line)}"`)]
        : Array.from({ length: Number(empty) }, () => "");
    })
    .join("\n");
}

function placeAt(root: object, keys: readonly (string | number)[], value: Json): void {
  let place = root as Record<string | number, unknown>;
  for (const [index, key] of keys.slice(0, -1).entries()) {
    if (!Object.hasOwn(place, key)) put(place, key, typeof keys[index + 1] === "number" ? [] : {});
    place = place[key] as typeof place;
  }
  put(place, keys.at(-1) ?? "", value);
}

function put(place: object, key: string | number, value: unknown): void {
  Object.defineProperty(place, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom("a", "é", "语", "а", "\n", "\t", "\r", "\x1b", "\u202e", "\u200b", "\u0301"),
    fc.constantFrom(
      "\\",
      '"',
      "⟨",
      "⟩",
      "│",
      "u",
      "{",
      "}",
      "/",
      "~",
      " ".repeat(12),
      "\u00a0",
      "\u3000".repeat(12),
    ),
    fc.constantFrom("⟨×500 spaces⟩", "\\u{1b}", "xn--", "(secret)", "א"),
    fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 1 }),
    fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
  ),
});
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.constantFrom(null, true, false, 0, 1.5, -7, 1e21),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const objects = fc.dictionary(texts, values, { maxKeys: 5, noNullPrototype: true });

describe("every character there is", { timeout: 60_000 }, () => {
  /** Blocks of which one character is left raw that hides. */
  const raw = (show: (text: string) => string) =>
    CODE_POINT_BLOCKS.filter((chars) => HIDDEN.test(show(chars.join("a"))));
  const whole = (args: JsonObject) =>
    shownArgs(args)
      .map((one) => ("value" in one ? `${one.path} = ${one.value}` : one.lines.join("")))
      .join("");

  test("that hides is shown as an escape in a value", () => {
    expect(raw((text) => whole({ key: text }))).toEqual([]);
  });

  test("that hides is shown as an escape in a key, of any depth", () => {
    expect(raw((text) => whole({ [text]: 1 }))).toEqual([]);
    expect(raw((text) => whole({ a: [{ [text]: 1 }] }))).toEqual([]);
  });

  test("that hides is shown as an escape in text of several lines", () => {
    expect(raw((text) => shownLinesOf(text).join(""))).toEqual([]);
  });

  test("comes back as it is stored", () => {
    const lost = CODE_POINT_BLOCKS.filter(
      (chars) => read(shownJson(chars.join("a"))) !== chars.join("a"),
    );
    expect(lost).toEqual([]);
  });
});

function shownLinesOf(text: string): readonly string[] {
  const shown = shownLines("/text", text);
  return "lines" in shown ? shown.lines : [];
}

describe("any arguments", () => {
  test("come back from what is shown: nothing is lost, nothing added, nothing ambiguous", () => {
    fc.assert(
      fc.property(objects, (args) => {
        expect(argsOf(shownArgs(args))).toEqual(args);
      }),
      { numRuns: casesOf(500) },
    );
  });

  test("come back as text of several lines too", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(textOf(shownLinesOf(text))).toBe(text);
      }),
    );
  });

  test("show each line of a text on a line of its own, and hold nothing that hides", () => {
    fc.assert(
      fc.property(objects, (args) => {
        for (const one of shownArgs(args)) {
          const shown = "value" in one ? [one.value] : one.lines;
          expect([one.path, ...shown].filter((line) => HIDDEN.test(line))).toEqual([]);
        }
      }),
    );
  });

  test("cannot make two paths look the same", () => {
    fc.assert(
      fc.property(objects, (args) => {
        const paths = shownArgs(args).map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });
});

describe("what is shown", () => {
  test.each<[string, JsonObject, string]>([
    ["a plain value", { user_id: "user123" }, '/user_id = "user123"'],
    ["an item", { list: [{ a: 1 }] }, "/list/0/a = 1"],
    ["a key of digits, which is no item", { list: { 0: 1 } }, '/list/"0" = 1'],
    ["a key with a slash", { "a/b": 1 }, '/"a/b" = 1'],
    ["a key that pretends a value", { 'a = "x"': 1 }, '/"a = \\"x\\"" = 1'],
    ["an empty key", { "": 1 }, '/"" = 1'],
    ["no arguments", {}, " = {}"],
    ["empty values", { a: {}, b: [] }, "/a = {} | /b = []"],
    ["a secret", { key: { $secret: "c" } }, "/key = (secret)"],
    ["text that pretends to be a secret", { key: "(secret)" }, '/key = "(secret)"'],
    ["lines", { list: [{ text: 'a "b"\n  c\t' }] }, '/list/0/text: a "b" ⏎   c\\t'],
    ["many empty lines", { text: "a\n\n\n\n\nb\n\nc" }, "/text: a ⏎ ⟨×4 empty lines⟩ ⏎ b ⏎  ⏎ c"],
    ["padding", { text: `a${" ".repeat(500)}b` }, '/text = "a⟨×500 spaces⟩b"'],
    ["eight spaces", { text: `a${" ".repeat(8)}b` }, `/text = "a${" ".repeat(8)}b"`],
    [
      "padding that somebody wrote",
      { text: "⟨×5 spaces⟩" },
      '/text = "\\u{27e8}×5 spaces\\u{27e9}"',
    ],
    ["a no-break space", { text: "a\u00a0b" }, '/text = "a\\u{a0}b"'],
    ["an override", { text: "\u202egnp.exe" }, '/text = "\\u{202e}gnp.exe"'],
    ["Latin with Cyrillic", { text: "pаypal" }, '/text = "pаypal⟨mixed scripts⟩"'],
    ["Latin with Greek", { text: "admιn" }, '/text = "admιn⟨mixed scripts⟩"'],
    ["Latin with Cherokee", { text: "Ꭱoot" }, '/text = "Ꭱoot⟨mixed scripts⟩"'],
    ["a foreign part of a name", { text: "аррӏе.com" }, '/text = "аррӏе.com⟨mixed scripts⟩"'],
    ["a letter behind an escape", { text: "\tпривет" }, '/text = "\\tпривет"'],
    ["one script at a time", { text: "да nein" }, '/text = "да nein"'],
    ["Latin with Han", { text: "A型" }, '/text = "A型"'],
    ["full-width letters", { text: "ｒｏｏｔ" }, '/text = "ｒｏｏｔ⟨look-alike letters⟩"'],
    ["mathematical letters", { text: "𝐫oot" }, '/text = "𝐫oot⟨look-alike letters⟩"'],
    ["right-to-left letters", { text: "אב" }, '/text = "אב"'],
    ["right-to-left among others", { text: "a/אב/1" }, '/text = "a/אב⟨right to left⟩/1"'],
    ["several of them", { text: "a אב אב, אב 1" }, '/text = "a אב אב, אב⟨right to left⟩ 1"'],
    [
      "punycode",
      { url: "https://xn--80ak6aa.com/" },
      '/url = "https://xn--80ak6aa.com⟨punycode⟩/"',
    ],
    ["punycode below", { url: "www.XN--80ak6aa.com" }, '/url = "www.XN--80ak6aa.com⟨punycode⟩"'],
    ["a mark on nothing", { text: "\u0301a" }, '/text = "\\u{301}a"'],
    ["a frame", { text: "│ level LOW" }, '/text = "│ level LOW"'],
    ["many wide blanks", { text: `a${"\u3000".repeat(300)}b` }, '/text = "a⟨×300 U+3000⟩b"'],
    ["an emoji", { text: "⚠️ 👩‍🚀" }, '/text = "⚠️ 👩‍🚀"'],
  ])("of %s", (_, args, expected) => {
    const shown = shownArgs(args).map((one) =>
      "value" in one ? `${one.path} = ${one.value}` : `${one.path}: ${one.lines.join(" ⏎ ")}`,
    );
    expect(shown.join(" | ")).toBe(expected);
  });

  test("of blanks at the end of a line is how many they are", () => {
    expect(shownLinesOf("a  \n\tb\r\n")).toEqual(["a⟨×2 spaces⟩", "\\tb\\r", ""]);
  });

  test("of a name has no quotation marks and no line end", () => {
    expect(shownText('a "b"\n\\')).toBe('a "b"\\n\\\\');
  });

  test("of arguments far down is JSON", () => {
    let deep: JsonObject = { end: 1 };
    for (let depth = 0; depth < 100; depth += 1) deep = { a: deep };
    const [only] = shownArgs(deep);
    expect(only?.path).toBe("/a".repeat(32));
    expect(
      only !== undefined && "value" in only && only.value.endsWith(`{"end":1}${"}".repeat(68)}`),
    ).toBe(true);
  });

  test("of a long key above many values is one JSON value, not the key many times", () => {
    const args = { ["k".repeat(100_000)]: Array.from({ length: 20_000 }, () => 1) };
    const shown = shownArgs(args);
    expect(shown).toEqual([{ path: "", value: JSON.stringify(args) }]);
  });
});
