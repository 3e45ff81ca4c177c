import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { checkSchema } from "./schema-check.ts";

const form = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const ofField = (field: JsonObject, value: Json) => checkSchema(form({ field }), { field: value });

describe("a value that fits", () => {
  test.each<[JsonObject, Json]>([
    [{ type: "string", minLength: 1, maxLength: 3 }, "abc"],
    [{ type: "string", maxLength: 1 }, "😀"],
    [{ type: "integer", minimum: 1, maximum: 3 }, 3],
    [{ type: "integer" }, 1.0],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: "number", multipleOf: 0.1 }, 0.3],
    [{ type: "boolean" }, false],
    [{ type: "null" }, null],
    [{ enum: ["a", 1, null, { b: [1] }] }, { b: [1] }],
    [{ const: "a" }, "a"],
    [{ type: "array", items: { type: "string" }, maxItems: 2, uniqueItems: true }, ["a", "b"]],
    [{ type: "string", format: "email" }, "ada@example.org"],
    [{ type: "string", format: "date" }, "2026-02-28"],
    [{}, "anything"],
  ])("has no fault: %j, %j", (field, value) => {
    expect(ofField(field, value)).toEqual([]);
  });

  test("may leave out what is not required", () => {
    expect(checkSchema(form({ a: { type: "string" } }), {})).toEqual([]);
  });
});

describe("a value that does not fit", () => {
  test.each<[JsonObject, Json, RegExp]>([
    [{ type: "string" }, 1, /^field: .*type "number" is invalid.*"string"/],
    [{ type: "string", minLength: 2 }, "😀", /^field: .*too short/],
    [{ type: "string", maxLength: 2 }, "abc", /^field: .*too long/],
    [{ type: "integer" }, 1.5, /^field: /],
    [{ type: "number", minimum: 1 }, 0, /^field: .*less than/],
    [{ type: "number", maximum: 1 }, 2, /^field: .*greater than/],
    [{ type: "number", exclusiveMinimum: 1 }, 1, /^field: /],
    [{ type: "number", exclusiveMaximum: 1 }, 1, /^field: /],
    [{ type: "number", multipleOf: 2 }, 3, /^field: .*multiple/],
    [{ enum: ["a", "b"] }, "c", /^field: .*\["a","b"\]/],
    [{ const: "a" }, "b", /^field: /],
    [{ type: "array", items: { type: "string" } }, ["a", 1], /^field\/1: /],
    [{ type: "array", minItems: 1 }, [], /^field: .*too few/],
    [{ type: "array", maxItems: 1 }, [1, 2], /^field: .*too many/],
    [{ type: "array", uniqueItems: true }, [{ a: 1 }, { a: 1 }], /^field: Duplicate items/],
    [{ type: "string", format: "email" }, "ada", /^field: .*format "email"/],
    [{ type: "string", format: "date" }, "2026-02-30", /^field: .*format "date"/],
    [{ type: "object", properties: { a: { type: "null" } } }, { a: 1 }, /^field\/a: /],
    [{ type: "object", properties: {}, required: ["a"] }, {}, /^field: .*"a"/],
  ])("says where and why: %j, %j", (field, value, fault) => {
    const faults = ofField(field, value);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  test("names what is missing at the root without a place", () => {
    expect(checkSchema(form({ a: {} }, { required: ["a"] }), {})).toEqual([
      'Instance does not have required property "a".',
    ]);
  });

  test("by a property that nobody asked for says which", () => {
    const faults = checkSchema(form({ a: {} }, { additionalProperties: false }), { a: 1, b: 2 });
    expect(faults.join(" ")).toContain('Property "b"');
  });

  test("tells at most five faults", () => {
    const fields = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, 1]));
    const wanted = Object.keys(fields).map((name) => [name, { type: "string" }] as const);
    expect(checkSchema(form(Object.fromEntries(wanted)), fields)).toHaveLength(5);
  });
});

describe("a pattern", () => {
  test("is tried wherever it stands, and named in the fault", () => {
    const zip: JsonObject = { type: "string", pattern: "^\\d{5}$", maxLength: 5 };
    expect(ofField(zip, "12345")).toEqual([]);
    expect(ofField(zip, "1234")).toEqual(["field: String does not match the pattern ^\\d{5}$."]);
    expect(ofField({ anyOf: [zip, { type: "null" }] }, "1234")).toHaveLength(1);
    expect(ofField({ anyOf: [zip, { type: "null" }] }, null)).toEqual([]);
  });

  test("of a property's name is no pattern", () => {
    expect(checkSchema(form({ pattern: { type: "string" } }), { pattern: "(" })).toEqual([]);
  });

  test("of names is refused", () => {
    expect(() => checkSchema({ patternProperties: { "(a+)+$": {} } }, {})).toThrow(
      "is not checked here",
    );
  });

  test("is no format of the library's, and nothing that objects inherit is one", () => {
    expect(ofField({ type: "string", format: "toString" }, "a")).toEqual([]);
  });
});

describe("names that mean something elsewhere", () => {
  test.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
    "%s is required like any other",
    (name) => {
      const text = JSON.stringify(name);
      const schema = JSON.parse(
        `{"type":"object","properties":{${text}:{"type":"string"}},"required":[${text}]}`,
      ) as JsonObject;
      expect(checkSchema(schema, {})).toHaveLength(1);
      expect(checkSchema(schema, JSON.parse(`{${text}:"a"}`))).toEqual([]);
    },
  );

  test.each(["$ref", "$id", "$schema", "enum", "properties", "type", "a/b", "a~b", "#"])(
    "a field may be called %s",
    (name) => {
      const schema = form({ [name]: { type: "string" } });
      expect(checkSchema(schema, { [name]: "a" })).toEqual([]);
      expect(checkSchema(schema, { [name]: 1 })).toHaveLength(1);
    },
  );
});

const scalars: fc.Arbitrary<Json> = fc.constantFrom<Json>("a", "bb", 0, 1, 2.5, true, null);
const { field, value } = fc.letrec<{ field: JsonObject; value: Json }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 3 },
    fc.record({ enum: fc.array(scalars, { maxLength: 3 }) }),
    fc.record(
      {
        type: fc.constantFrom("string", "number", "integer", "boolean", "null", "array"),
        minLength: fc.nat(2),
        maximum: fc.nat(2),
        multipleOf: fc.constantFrom(0.5, 2),
        maxItems: fc.nat(2),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    fc.record({ type: fc.constant("array"), items: tie("field") }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom("a", "b"), tie("field")),
      required: fc.subarray(["a", "b"]),
      additionalProperties: fc.boolean(),
    }),
  ),
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
  ),
}));

test("there is a fault exactly where the value does not fit", () => {
  fc.assert(
    fc.property(field, value, (schema, given) => {
      const { valid } = new Validator(form({ field: schema }), "2020-12").validate({
        field: given,
      });
      expect(ofField(schema, given).length === 0).toBe(valid);
    }),
    { numRuns: casesOf(500) },
  );
});
