import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { ANY_CHARACTER } from "../../test/support/any-character.ts";
import { MAX_TEXT_BYTES } from "./limits.ts";
import { checkName, checkNotBlank, checkText, utf8Length } from "./text.ts";

const HIGH = "\ud83d";
const LOW = "\ude00";

/** Text of any UTF-16 units, halves of surrogate pairs among them; near each other to make pairs. */
const units = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd7f0, max: 0xe010 }),
      fc.constantFrom(0x00, 0x7f, 0x80, 0x7ff, 0x800, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xffff),
    ),
    { maxLength: 40 },
  )
  .map((codes) => String.fromCharCode(...codes));
const wellFormed = fc.string({ unit: ANY_CHARACTER });

function refusal(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return "taken";
}

describe("the length in UTF-8", () => {
  test("is what an encoder writes, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(units, wellFormed), (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: casesOf(1_000) },
    );
  });

  test.each([
    ["", 0],
    ["a", 1],
    ["ä", 2],
    ["€", 3],
    ["😀", 4],
    [`${HIGH}é`, 5],
  ])("of %j is %d", (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });
});

describe("a text", () => {
  test.each(["a", "ä", "€", "😀"])("of %s fits up to 64 KiB and not one byte more", (char) => {
    const size = Buffer.byteLength(char);
    const full = char.repeat(Math.floor(MAX_TEXT_BYTES / size));
    const text = full + "x".repeat(MAX_TEXT_BYTES - Buffer.byteLength(full));
    expect(Buffer.byteLength(text)).toBe(65_536);
    expect(refusal(() => checkText(text, "question"))).toBe("taken");
    expect(refusal(() => checkText(`${text}x`, "question"))).toMatchObject({
      code: "INVALID_INPUT",
      details: { what: "question", bytes: 65_537, maxBytes: 65_536 },
    });
  });

  test("that is too long is refused with its size, the limit and what to do", () => {
    expect(() => checkText("ääää", "reason", 7)).toThrow(
      "The reason has 8 bytes; at most 7 fit. Shorten it, or put the long part where a link can point.",
    );
  });

  test("is refused exactly where it is too long or not well-formed", () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 60 }), (text, maxBytes) => {
        const fits = Buffer.byteLength(text) <= maxBytes && text.isWellFormed();
        const outcome = refusal(() => checkText(text, "text", maxBytes));
        expect(outcome === "taken").toBe(fits);
      }),
      { numRuns: casesOf(1_000) },
    );
  });

  test.each([
    ["a first half alone", HIGH],
    ["a second half alone", LOW],
    ["halves in the wrong order", LOW + HIGH],
    ["a first half at the end", `yes${HIGH}`],
  ])("with %s is refused, since it would come back changed", (_, text) => {
    expect(refusal(() => checkText(text, "answer"))).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("half of a surrogate pair"),
      details: { what: "answer" },
    });
  });

  test.each(["", " ", "\n\t ", "\u00a0", "\u2003\ufeff"])("%j says nothing", (text) => {
    expect(refusal(() => checkNotBlank(text, "question"))).toMatchObject({
      code: "INVALID_INPUT",
      message: "The question is empty. Say something in it.",
    });
  });

  test("of one visible character says something", () => {
    expect(refusal(() => checkNotBlank(" ? ", "question"))).toBe("taken");
  });
});

describe("a name", () => {
  test.each([
    "ada",
    "Ada Lovelace",
    "7",
    "build-bot_2.1",
    "ada@example.org",
    "Zoë",
    "张伟",
    "Ωmega",
  ])("%s is one", (name) => {
    expect(refusal(() => checkName(name, "name"))).toBe("taken");
  });

  test.each([
    "",
    " ada",
    "ada ",
    "-ada",
    "@ada",
    "a\nb",
    "a\tb",
    "a\u200bb",
    "a\u202eb",
    "a/b",
    "<b>",
    "😀",
  ])("%j is none", (name) => {
    expect(refusal(() => checkName(name, "operator's name"))).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^The operator's name must begin with a letter or digit/),
    });
  });

  test("has at most 128 characters", () => {
    expect(refusal(() => checkName("a".repeat(128), "name"))).toBe("taken");
    expect(refusal(() => checkName("a".repeat(129), "name"))).not.toBe("taken");
  });
});
