import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { JSON_LIMITS, parseJson } from "./strict-json.ts";

function outcome(text: string): unknown {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return error;
  }
}

const refused = (what: string | RegExp) =>
  expect.objectContaining({
    name: "EarshotError",
    code: "INVALID_INPUT",
    message: typeof what === "string" ? `The body's JSON ${what}.` : expect.stringMatching(what),
  });

const nestedArrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
const keyed = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(",")}}`;

/** JSON that a stranger may send: no repeated key can come from a value, `__proto__` is left out. */
const numbers = fc
  .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
  .filter(
    (value) => !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21,
  );
const keys = fc
  .oneof(fc.string(), fc.string({ unit: ANY_CHARACTER }))
  .filter((key) => key !== "__proto__");
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(null, true, false, "", '"', "\\", "{", ":", '{"a":1,"a":2}'),
    numbers,
    fc.string({ unit: ANY_CHARACTER }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
  ),
}));
const indents = fc.constantFrom(undefined, 1, "\t", " \n");

describe("a value that JSON carries whole", () => {
  test("is read as JSON.parse reads it, however it is laid out", () => {
    fc.assert(
      fc.property(values, indents, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: casesOf(1_000) },
    );
  });

  test("may have its keys and strings written as escapes", () => {
    fc.assert(
      fc.property(fc.dictionary(keys, fc.string(), { maxKeys: 4 }), (value) => {
        const escaped = Object.entries(value).map(([key, item]) => `${hex(key)}:${hex(item)}`);
        expect(parseJson(`{${escaped.join(",")}}`)).toEqual(value);
      }),
    );
  });

  test.each(["null", " 1 ", '"a"', "[]", "{}", '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}'])(
    "%s",
    (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    },
  );
});

/** A JSON string of escapes only. */
function hex(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
}

describe("a key twice in one object", () => {
  test.each([
    ["side by side", '{"a":1,"a":1}', "a"],
    ["apart", '{"a":1,"b":[{"a":2}],"a":3}', "a"],
    ["as an escape", '{"a":1,"\\u0061":2}', "a"],
    ["as an escape first", '{"\\u0061":1,"a":2}', "a"],
    ["as two escapes", '{"\\u00e9":1,"\\u00E9":2}', "é"],
    ["with an escaped solidus", '{"a/b":1,"a\\/b":2}', "a/b"],
    ["in a nested object", '{"x":[{"y":{"a":1,"a":2}}]}', "a"],
    ["behind a nested object", '{"a":{"a":1},"a":2}', "a"],
    ["with space before the colon", '{"a" \n:1,"a"\t:2}', "a"],
    ["that is empty", '{"":1,"":2}', ""],
    ["with a quote in it", '{"\\"":1,"\\u0022":2}', '"'],
    ["with a backslash in it", '{"\\\\":1,"\\u005c":2}', "\\"],
  ])("is refused %s", (_, text, key) => {
    expect(outcome(text)).toEqual(refused(`has the key ${JSON.stringify(key)} twice`));
  });

  test("is refused wherever it stands in any value", () => {
    fc.assert(
      fc.property(values, values, keys, (first, second, key) => {
        const [name, one, two] = [key, first, second].map((part) => JSON.stringify(part));
        const text = `[{"other":0,${name}:${one},"more":1,${hex(key)}:${two}}]`;
        expect(outcome(text)).toEqual(refused(/has the key .* twice\.$/s));
      }),
    );
  });

  test.each(['[{"a":1},{"a":2}]', '{"a":"a","b":"a"}', '{"a":["a","a"]}', '{"a":1,"A":2}'])(
    "is not what %s has",
    (text) => {
      expect(outcome(text)).toEqual({ value: JSON.parse(text) });
    },
  );
});

describe("the key __proto__", () => {
  test.each(['{"__proto__":1}', '[{"a":{"__proto__":{}}}]', '{"\\u005f_proto__":1}'])(
    "is refused in %s",
    (text) => {
      expect(outcome(text)).toEqual(refused('has the key "__proto__"'));
    },
  );

  test("is a word like any other as a value", () => {
    expect(parseJson('["__proto__",{"a":"__proto__"}]')).toEqual(["__proto__", { a: "__proto__" }]);
  });
});

describe("what exhausts", () => {
  test("is refused at level 33, and taken at 32", () => {
    for (const nested of [nestedArrays, nestedObjects]) {
      expect(outcome(nested(JSON_LIMITS.maxDepth))).toHaveProperty("value");
      expect(outcome(nested(JSON_LIMITS.maxDepth + 1))).toEqual(
        refused("is nested deeper than 32 levels"),
      );
    }
  });

  test("does not depend on how much stands side by side", () => {
    expect(parseJson(`[${Array(1_000).fill("[[]]").join(",")}]`)).toHaveLength(1_000);
  });

  test("is refused before anything is built of it", () => {
    expect(outcome("[".repeat(500_000))).toEqual(refused("is nested deeper than 32 levels"));
  });

  test("is refused at 2,001 keys, and taken at 2,000", () => {
    expect(outcome(keyed(JSON_LIMITS.maxKeys))).toHaveProperty("value");
    expect(outcome(keyed(JSON_LIMITS.maxKeys + 1))).toEqual(refused("has more than 2000 keys"));
  });

  test("is refused at 2,001 items of a list, and taken at 2,000", () => {
    const items = Array(JSON_LIMITS.maxItems).fill("0").join(",");
    expect(outcome(`[${items}]`)).toHaveProperty("value");
    expect(outcome(`[${items},0]`)).toEqual(refused("has more than 2000 items"));
  });

  test("is counted over all lists together", () => {
    const lists = Array(1_000).fill("[0,0,0]").join(",");
    expect(outcome(`[${lists}]`)).toEqual(refused("has more than 2000 items"));
  });

  test("is counted over all objects together", () => {
    const objects = Array(1_000).fill('{"a":1,"b":2}').join(",");
    expect(outcome(`[${objects}]`)).toHaveProperty("value");
    expect(outcome(`[${objects},{"c":3}]`)).toEqual(refused("has more than 2000 keys"));
  });
});

describe("a number", () => {
  test.each([
    "9007199254740991",
    "-9007199254740991",
    "0.1",
    "-0.5e-3",
    "1e300",
    "1.7976931348623157e308",
    "123456789.123456789",
  ])("%s is taken", (text) => {
    expect(outcome(`{"n":${text}}`)).toEqual({ value: { n: Number(text) } });
  });

  test.each([
    "9007199254740993",
    "9007199254740992",
    "-9007199254740992",
    "12345678901234567890",
    "1e309",
    "-1e309",
    "1E+999",
    `1${"0".repeat(400)}`,
  ])("%s would lose digits and is refused", (text) => {
    const refusal = refused(
      `holds the number ${text.slice(0, 40)}, which would lose digits; send it as text`,
    );
    expect(outcome(text)).toEqual(refusal);
    expect(outcome(`[{"n":${text}}]`)).toEqual(refusal);
  });

  test("comes back as the one that was sent, or is refused", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (sent) => {
        const isSafe = BigInt(Number.MAX_SAFE_INTEGER) >= (sent < 0n ? -sent : sent);
        const read = outcome(String(sent));
        expect(read).toEqual(isSafe ? { value: Number(sent) } : refused(/would lose digits/));
      }),
    );
  });

  test("in a string is text", () => {
    expect(parseJson('"12345678901234567890"')).toBe("12345678901234567890");
  });
});

describe("text that is not JSON", () => {
  const garbage = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0061tfnrue-+.eE19 \n__proto__') }),
    fc.tuple(values, fc.nat(), fc.nat()).map(([value, from, to]) => {
      const text = JSON.stringify(value);
      return text.slice(from % (text.length + 1)) + text.slice(0, to % (text.length + 1));
    }),
  );

  test("is refused as such, or read as JSON.parse reads it; nothing else is ever thrown", () => {
    fc.assert(
      fc.property(garbage, (text) => {
        const read = outcome(text);
        if (read instanceof Error) expect(read).toEqual(refused(/^The body('s JSON| is not JSON)/));
        else expect(read).toEqual({ value: JSON.parse(text) });
      }),
      { numRuns: casesOf(2_000) },
    );
  });

  test.each([
    "",
    " ",
    "{",
    '{"\\x":1}',
    '{"a"}',
    "[1,]",
    '"',
    '"\\',
    "01",
    "1.",
    "+1",
    "nul",
    "]]",
    "\ufeff{}",
  ])("%j is refused with the place", (text) => {
    expect(outcome(text)).toEqual(refused(/^The body is not JSON: /));
  });
});
