import { expect, test } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "./json-schema-of.ts";

const SCHEMA = { type: "object", properties: { path: { type: "string" } } };

test.each([
  ["plain", SCHEMA],
  ["wrapped", { jsonSchema: SCHEMA, validate: () => true }],
])("a %s schema is found", (_, given) => {
  expect(jsonSchemaOf(given, "read")).toEqual(SCHEMA);
});

test("a validator tells its schema", () => {
  expect(jsonSchemaOf(z.object({ path: z.string() }), "read")).toMatchObject({
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
  });
});

test.each([
  ["reference", { $ref: "#/$defs/read", $defs: { read: SCHEMA } }],
  ["choice", { anyOf: [SCHEMA] }],
])("a %s is a schema too", (_, given) => {
  expect(jsonSchemaOf(given, "read")).toBe(given);
});

test.each([[undefined], [null]])("%o is no schema", (given) => {
  expect(jsonSchemaOf(given, "read")).toBeUndefined();
});

class Validator {
  readonly type = "object";
}

test.each<[string, unknown]>([
  ["a text", "string"],
  ["an empty object", {}],
  ["an object of methods", { parse: () => 1 }],
  ["an instance of a class", new Validator()],
  ["a promise", Promise.resolve(SCHEMA)],
  ["a promise in a wrapper", { jsonSchema: Promise.resolve(SCHEMA) }],
  ["a validator that cannot tell its schema", { "~standard": { validate: () => ({}) } }],
  ["a validator of what JSON Schema cannot say", z.object({ at: z.date() })],
])("%s, given as a schema, is refused", (_, given) => {
  expect(() => jsonSchemaOf(given, "read")).toThrow(
    expect.objectContaining({
      code: "INVALID_INPUT",
      message: expect.stringContaining("{ argsSchema }"),
      details: { tool: "read" },
    }),
  );
});
