import { describe, expect, test } from "vitest";
import { checkFormSchema } from "./form-dialect.ts";
import type { Json, JsonObject } from "./json.ts";

const form = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});

function refusal(schema: JsonObject): { message: string; path: unknown } | undefined {
  try {
    checkFormSchema(schema);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: "INVALID_INPUT" });
    const { message, details } = error as Error & { details: { path: unknown } };
    return { message, path: details.path };
  }
}

/** Objects in objects: `levels` of them below the root. */
function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 1; level < levels; level++) schema = form({ inner: schema });
  return form({ inner: schema });
}

describe("a form", () => {
  test("with every keyword of the dialect is taken", () => {
    const everything = form(
      {
        text: {
          type: "string",
          title: "Text",
          description: "Some text.",
          default: "a",
          examples: ["b"],
          minLength: 1,
          maxLength: 9,
          pattern: "@example[.]org$",
          format: "email",
        },
        number: {
          type: "number",
          minimum: 0,
          maximum: 9.5,
          exclusiveMinimum: -1,
          exclusiveMaximum: 10,
          multipleOf: 0.5,
        },
        list: {
          type: "array",
          items: { type: "integer" },
          minItems: 0,
          maxItems: 3,
          uniqueItems: true,
        },
        one: { enum: ["a", 1, null], enumNames: ["A", "One", "None"], const: "a" },
        any: { format: "json" },
        yes: { type: "boolean" },
        none: { type: "null" },
      },
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        required: ["text"],
        additionalProperties: false,
      },
    );
    expect(refusal(everything)).toBeUndefined();
  });

  test.each<[string, JsonObject]>([
    ["text", { type: "string" }],
    ["an object without properties", { type: "object" }],
    ["properties without a type", { properties: {} }],
    ["properties that are a list", { type: "object", properties: [] }],
    ["several types", { type: ["object"], properties: {} }],
    ["nothing", {}],
  ])("is an object with properties, not %s", (_, schema) => {
    expect(refusal(schema)?.message).toBe(
      `The form's schema at its root: a form is an object with "type": "object" and "properties". See docs/guides/ask-well.md for what a form may use.`,
    );
  });

  test.each([
    "$ref",
    "$defs",
    "$id",
    "$anchor",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "patternProperties",
    "propertyNames",
    "dependentSchemas",
    "unevaluatedProperties",
    "contains",
    "prefixItems",
    "toString",
    "constructor",
    "__proto__",
  ])("may not use %s", (keyword) => {
    // By text, since an object literal would take __proto__ for something else.
    const field = JSON.parse(`{"type":"string",${JSON.stringify(keyword)}:{}}`) as JsonObject;
    expect(refusal(form({ field }))).toEqual({
      message: expect.stringContaining(`"${keyword}" is not part of what a form may use.`),
      path: "/properties/field",
    });
  });

  test.each<[string, Json]>([
    ["title", 1],
    ["description", ["a"]],
    ["examples", "a"],
    ["enum", { a: 1 }],
    ["enumNames", ["a", 1]],
    ["pattern", 1],
    ["format", 1],
    ["minLength", "1"],
    ["maximum", null],
    ["multipleOf", 0],
    ["multipleOf", -1],
    ["items", [{ type: "string" }]],
    ["items", true],
    ["uniqueItems", 1],
    ["properties", []],
    ["required", "a"],
    ["required", [1]],
    ["additionalProperties", { type: "string" }],
  ])("may not use %s with %j", (keyword, value) => {
    expect(refusal(form({ field: { [keyword]: value } }))).toEqual({
      message: expect.stringContaining(`"${keyword}" has a value of the wrong kind.`),
      path: "/properties/field",
    });
  });

  test("names only types that there are", () => {
    expect(refusal(form({ age: { type: "int" } }))?.message).toContain('the type "int" is unknown');
  });

  test("has schemas that are objects", () => {
    expect(refusal(form({ field: true }))).toEqual({
      message: expect.stringContaining("a schema is an object."),
      path: "/properties/field",
    });
  });

  test("is at most four levels deep", () => {
    expect(refusal(nested(4))).toBeUndefined();
    expect(refusal(nested(5))).toEqual({
      message: expect.stringContaining("nested deeper than 4 levels"),
      path: "/properties/inner".repeat(5),
    });
  });

  test("is checked inside the items of a list too", () => {
    const list: JsonObject = { type: "array", items: { type: "string", not: {} } };
    expect(refusal(form({ list }))?.path).toBe("/properties/list/items");
  });

  test("shows at most 64 properties", () => {
    const many = (count: number) =>
      form(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, {}])));
    expect(refusal(many(64))).toBeUndefined();
    expect(refusal(many(65))?.message).toContain("it has 65 properties; at most 64 are shown.");
  });
});

describe("a format", () => {
  test.each(["date", "time", "date-time", "duration", "email", "hostname", "uri", "uuid"])(
    "may be %s",
    (format) => {
      expect(refusal(form({ field: { type: "string", format } }))).toBeUndefined();
    },
  );

  test.each(["url", "regex", "uri-template", "phone", "toString", ""])(
    "may not be %j, which cannot be checked in bounded time or not at all",
    (format) => {
      expect(refusal(form({ field: { type: "string", format } }))).toEqual({
        message: expect.stringContaining(`the format "${format}" is unknown.`),
        path: "/properties/field",
      });
    },
  );
});
