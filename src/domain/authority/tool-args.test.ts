import { expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-ms.ts";
import { checkSchema } from "../../system/schema-check.ts";
import type { JsonObject } from "../json.ts";
import { checkToolArgs } from "./tool-args.ts";

const check = (schema: JsonObject, args: JsonObject) => checkToolArgs(schema, args, checkSchema);

test("arguments that do not fit are told of with their place", () => {
  const properties = { amount: { type: "number", maximum: 10 } };
  expect(check({ type: "object", properties }, { amount: 10 })).toEqual([]);
  expect(check({ type: "object", properties }, { amount: 600 })).toEqual([
    "amount: 600 is greater than 10.",
  ]);
});

test("a reference within the schema is followed", () => {
  const schema = {
    $defs: { tree: { type: "object", additionalProperties: { $ref: "#/$defs/tree" } } },
    $ref: "#/$defs/tree",
  };
  expect(check(schema, { a: { b: {} } })).toEqual([]);
  expect(check(schema, { a: { b: 1 } })).not.toEqual([]);
});

const chain = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => {
    const next = { $ref: `#/$defs/d${at + 1}` };
    return [`d${at}`, { allOf: [next, next] }];
  }),
);
const deep = (depth: number): JsonObject => (depth === 0 ? {} : { x: deep(depth - 1) });
const doubled = { $ref: "#/$defs/a" };
const many = Array.from({ length: 5_000 }, (_, at) => at);

test.each<[string, JsonObject, JsonObject]>([
  ["doubles at each of its own parts", { $defs: chain, $ref: "#/$defs/d0" }, {}],
  [
    "doubles at each step into the arguments",
    { $defs: { a: { properties: { x: { anyOf: [doubled, doubled] } } } }, ...doubled },
    deep(30),
  ],
  ["never ends", { $ref: "#" }, {}],
  ["compares each item with each", { properties: { a: { uniqueItems: true } } }, { a: many }],
  ["compares each item with many", { properties: { a: { items: { enum: many } } } }, { a: many }],
  ["refers to another", { $ref: "https://example.com/schema" }, {}],
  [
    "refers to a part by a name",
    {
      $defs: { a: { $id: "https://example.com/a", type: "object" } },
      properties: { a: { $ref: "https://example.com/a" } },
    },
    { a: {} },
  ],
])("of a schema that %s nobody can tell, and that is told at once", (_, schema, args) => {
  const took = processorMs(() => expect(check(schema, args)).toBeUndefined());
  expect(took).toBeLessThan(15_000);
});

test("large arguments under a plain schema are checked", () => {
  const schema = { properties: { rows: { items: { properties: { n: { type: "integer" } } } } } };
  const rows = many.map((n) => ({ n }));
  expect(check(schema, { rows })).toEqual([]);
  expect(check(schema, { rows: [...rows, { n: "x" }] })).not.toEqual([]);
});
