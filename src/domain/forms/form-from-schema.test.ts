import { describe, expect, test } from "vitest";
import { checkSchema } from "../../system/schema-check.ts";
import { checkFormSchema } from "../form-dialect.ts";
import type { Json, JsonObject } from "../json.ts";
import { checkPatterns } from "./foreign-schema.ts";
import { formFromSchema } from "./form-from-schema.ts";

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});

function fieldOf(schema: JsonObject, more: JsonObject = {}): Json | undefined {
  const made = formFromSchema(object({ a: schema }, more));
  checkFormSchema(made.schema);
  return (made.schema["properties"] as JsonObject)["a"];
}

describe("what becomes which field", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["text that can be null", { type: ["string", "null"] }, { type: "string" }],
    ["text or null", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string" }],
    ["nullable text of OpenAPI", { type: "string", nullable: true }, { type: "string" }],
    ["constants", { anyOf: [{ const: "p" }, { const: "q" }] }, { enum: ["p", "q"] }],
    [
      "constants with titles",
      { oneOf: [{ const: "p", title: "Piano" }, { const: "q" }] },
      { enum: ["p", "q"], enumNames: ["Piano", "q"] },
    ],
    ["a list of constants with null", { enum: [1, null] }, { enum: [1] }],
    ["a whole number or a number", { type: ["integer", "number"] }, { type: "number" }],
    ["a number or text", { type: ["string", "number"] }, { type: "string" }],
    [
      "a number or text that looks like one",
      { anyOf: [{ type: "number" }, { type: "string", pattern: "^\\d+$" }], default: "1.5" },
      { type: "number", default: 1.5 },
    ],
    [
      "known words or others",
      { anyOf: [{ enum: ["a", "b"], type: "string" }, { type: "string" }] },
      { type: "string", examples: ["a", "b"] },
    ],
    [
      "parts of a text",
      { type: "string", allOf: [{ minLength: 2 }, { minLength: 3 }, { maxLength: 9 }] },
      { type: "string", minLength: 3, maxLength: 9 },
    ],
    [
      "a pattern beside a format",
      { type: "string", format: "date", pattern: "^\\d{4}-" },
      { type: "string", format: "date" },
    ],
    [
      "a format that nobody checks",
      { type: "string", format: "cuid2", pattern: "^[0-9a-z]+$" },
      { type: "string", pattern: "^[0-9a-z]+$" },
    ],
    [
      "several of a few",
      { type: "array", items: { enum: ["a", "b"] }, minItems: 1 },
      { type: "array", items: { enum: ["a", "b"] }, minItems: 1, uniqueItems: true },
    ],
    [
      "any whole number of zod",
      {
        type: "integer",
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
      },
      { type: "integer" },
    ],
    [
      "a record",
      { type: "object", additionalProperties: { type: "number" } },
      { format: "json", description: 'As JSON: {"name": number, …}' },
    ],
    [
      "a list of objects",
      {
        type: "array",
        items: object({ zip: { type: "string" }, n: { type: ["integer", "null"], default: 3 } }),
        minItems: 1,
      },
      {
        type: "array",
        items: object({ zip: { type: "string" }, n: { type: "integer" } }, { required: [] }),
        minItems: 1,
      },
    ],
    [
      "a list of objects in which something has to be null where it is empty",
      {
        type: "array",
        items: object({ zip: { type: ["string", "null"] } }, { required: ["zip"] }),
      },
      { format: "json", description: 'As JSON: [{"zip": text | null}, …]' },
    ],
    [
      "a list of objects with lists in them",
      { type: "array", items: object({ tags: { type: "array", items: { type: "string" } } }) },
      { format: "json", description: 'As JSON: [{"tags"?: [text, …]}, …]' },
    ],
    [
      "a tuple of draft 7",
      { type: "array", items: [{ type: "string" }, { type: "number" }] },
      { format: "json", description: "As JSON: [text, number]" },
    ],
    [
      "one of several objects",
      { oneOf: [object({ kind: { const: "cat" } }), object({ kind: { const: "dog" } })] },
      { format: "json", description: 'As JSON: {"kind"?: "cat"} | {"kind"?: "dog"}' },
    ],
    ["a yes that only a person gives", { const: true }, { enum: [true] }],
  ])("%s", (_, schema, field) => {
    expect(fieldOf(schema, { required: ["a"] })).toEqual(field);
  });

  test("a reference is what it names, without that one's title", () => {
    const $defs = { Color: { title: "Color", type: "string", enum: ["red", "blue"] } };
    expect(fieldOf({ $ref: "#/$defs/Color", default: "red" }, { $defs })).toEqual({
      enum: ["red", "blue"],
      default: "red",
    });
  });

  test("an object is a group, two of them deep, and what is deeper is JSON", () => {
    const deep = object({ a: object({ b: object({ c: object({ d: { type: "string" } }) }) }) });
    const made = formFromSchema(deep).schema;
    checkFormSchema(made);
    expect(JSON.stringify(made)).toContain('"c":{"format":"json"');
  });

  test("a list of objects in two groups is JSON, since a form nests no deeper", () => {
    const list = { type: "array", items: object({ zip: { type: "string" } }) };
    const in_ = (inner: JsonObject) => object({ a: inner });
    for (const [schema, isRows] of [
      [list, true],
      [in_(list), true],
      [in_(in_(list)), false],
    ] as const) {
      const made = formFromSchema(in_(schema)).schema;
      checkFormSchema(made);
      expect(JSON.stringify(made).includes('"items":{"type":"object"')).toBe(isRows);
    }
  });

  test("rows that would lead too far are JSON, and the schema is taken nevertheless", () => {
    const wide = Object.fromEntries(
      [...Array(13).keys()].map((n) => [`c${n}`, { type: "string" }]),
    );
    for (const row of [object(wide), chain(), doubling()]) {
      const items = { ...row, $defs: {} };
      const $defs = (row["$defs"] ?? {}) as JsonObject;
      expect(fieldOf({ type: "array", items }, { $defs })).toMatchObject({ format: "json" });
    }
  });

  test("a schema that contains itself is a group with JSON in it", () => {
    const Node = object({ v: { type: "integer" }, kids: { items: { $ref: "#/$defs/Node" } } });
    const { schema, isValue } = formFromSchema({ $defs: { Node }, $ref: "#/$defs/Node" });
    expect(isValue).toBe(false);
    expect(schema["properties"]).toEqual({
      v: { type: "integer" },
      kids: { format: "json", description: expect.stringContaining('[{"v"?: whole number') },
    });
  });

  test("a schema of no object is the field value", () => {
    expect(formFromSchema({ enum: ["a", "b"] })).toEqual({
      schema: object({ value: { enum: ["a", "b"] } }, { required: ["value"] }),
      fills: [],
      isValue: true,
    });
  });

  test("what has one value, can be empty, or is a group is filled in, and not asked for", () => {
    const made = formFromSchema(
      object(
        {
          kind: { const: "x" },
          gone: { type: ["string", "null"] },
          list: { type: "array", items: { type: "string" } },
          at: object({ b: { type: ["string", "null"] } }, { required: ["b"] }),
          own: { const: "y", default: "y" },
          other: { const: "z" },
        },
        { required: ["kind", "gone", "list", "at"] },
      ),
    );
    expect(made.fills).toEqual([
      { at: "/kind", value: "x" },
      { at: "/gone", value: null },
      { at: "/list", value: [] },
      { at: "/at", value: {} },
      { at: "/at/b", value: null },
      { at: "/own", value: "y" },
    ]);
    expect(Object.keys(made.schema["properties"] ?? {})).toEqual(["gone", "list", "at", "other"]);
    expect(made.schema["required"]).toEqual(["at"]);
  });
});

/** Fifty parts, each twice in the one before: more than a quadrillion. */
function doubling(): JsonObject {
  const $defs = Object.fromEntries(
    Array.from({ length: 50 }, (_, index): [string, Json] => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [`d${index}`, index === 49 ? {} : { allOf: [next, next] }];
    }),
  );
  return object({ a: { $ref: "#/$defs/d0" } }, { $defs });
}

function chain(): JsonObject {
  const $defs = Object.fromEntries(
    Array.from({ length: 100 }, (_, index): [string, Json] => {
      return [`d${index}`, index === 99 ? {} : { $ref: `#/$defs/d${index + 1}` }];
    }),
  );
  return object({ a: { $ref: "#/$defs/d0" } }, { $defs });
}

function deep(levels: number): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = { type: "array", items: schema };
  return schema;
}

describe("a schema is refused, with a code and a sentence,", () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index): [string, Json] => [`f${index}`, {}]),
    );
  test.each<[string, JsonObject, [string, RegExp]]>([
    ["that is deep", object({ a: deep(40) }), ["depth", /nested deeper than 32/]],
    [
      "that is long",
      object({ a: { description: "a".repeat(40_000) } }),
      ["bytes", /at most 32768/],
    ],
    ["that leads in a circle", { $ref: "#" }, ["cyclic", /leads back to itself/]],
    [
      "whose parts lead in a circle",
      object({ a: { $ref: "#/$defs/a" } }, { $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }] } } }),
      ["cyclic", /leads back to itself/],
    ],
    ["whose references double", doubling(), ["steps", /more than 2000 parts/]],
    [
      "with a huge list",
      object({ a: { enum: [...Array(2_000).keys()] } }),
      ["enum", /2000 values/],
    ],
    ["with many fields", object(many(101)), ["fields", /more than 100 fields/]],
    ["whose references are a long chain", chain(), ["steps", /more than 64 references/]],
    ["that leads elsewhere", { $ref: "http://a.example/b" }, ["reference", /only "#\/…"/]],
    ["that leads to nothing", { $ref: "#/$defs/a" }, ["reference", /which is not there/]],
    ["that leads to a bad address", { $ref: "#/%zz" }, ["reference", /which is not there/]],
    ["with anchors", { $anchor: "a" }, ["keyword", /"\$anchor" is not taken/]],
    ["with patterns of names", { patternProperties: {} }, ["keyword", /is not taken/]],
    ["with __proto__", JSON.parse('{"properties":{"__proto__":{}}}'), ["name", /is no name here/]],
    ["with a list where an object is", { properties: [] }, ["shape", /of the wrong kind/]],
    ["with an empty enum", { enum: [] }, ["shape", /of the wrong kind/]],
    ["with a part that is none", { anyOf: ["a"] }, ["shape", /a schema is an object/]],
    ["with a long pattern", { pattern: "a".repeat(2_000) }, ["pattern", /2000 characters/]],
  ])("%s", (_, schema, [fault, sentence]) => {
    expect(() => formFromSchema(schema)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringMatching(sentence),
        details: expect.objectContaining({ fault }),
      }),
    );
  });

  test.each([
    ["(a)\\1", /invalid escape/],
    ["(?<=a)b", /invalid/],
    ["a(?!b)", /invalid/],
    ["(?:a{500}b{500}){9}", /./],
    ["a{1000}b{1000}c{1000}", /repeats are too many/],
    ["(", /missing closing/],
  ])("with the pattern %s", (pattern, sentence) => {
    expect(() => checkPatterns(object({ a: { pattern } }), checkSchema)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(sentence),
        details: { fault: "pattern", path: "/properties/a" },
      }),
    );
  });
});
