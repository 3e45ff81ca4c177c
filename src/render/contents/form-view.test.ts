import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { wordsIn } from "../messages/messages.ts";
import { formView } from "./form-view.ts";
import { valuesToFields } from "./form-view-values.ts";

const words = wordsIn("en");

const SCHEMA: JsonObject = {
  type: "object",
  required: ["day", "seats"],
  properties: {
    day: { type: "string", format: "date", title: "Which day", description: "Not a Sunday." },
    notes: { type: "string" },
    seats: { type: "integer", default: 2 },
    window: { type: "boolean" },
    class: { enum: ["first", 2, null] },
    meals: { type: "array", items: { enum: ["soup", "fish"] } },
    guests: { type: "array", items: { type: "string" } },
    rows: { type: "array", items: { type: "integer" } },
  },
};
const ofOne = (schema: JsonObject): JsonObject => ({ type: "object", properties: { a: schema } });

describe("a form", () => {
  test("shows the labels of its options, and gives their values", () => {
    const schema = ofOne({ enum: [1, 2], enumNames: ["Small", "Large"], default: 2 });
    expect(formView(schema, words)?.fields[0]).toMatchObject({
      options: ["Small", "Large"],
      value: "Large",
    });
    expect(valuesToFields(schema, { f0: "Small" })).toEqual({ a: 1 });
  });

  test.each<[string, JsonObject]>([
    ["a group", { type: "object", properties: { b: { type: "string" } } }],
    ["JSON", { format: "json" }],
  ])("with %s is not drawn in part, so that the page is linked to", (_, field) => {
    expect(formView(ofOne(field), words)).toBeUndefined();
  });

  test("has a field for each property, in their order", () => {
    expect(formView(SCHEMA, words, { window: true })?.fields).toEqual([
      {
        name: "f0",
        label: "Which day",
        kind: "text",
        isRequired: true,
        description: "Not a Sunday.",
      },
      { name: "f1", label: "notes", kind: "lines", isRequired: false },
      { name: "f2", label: "seats", kind: "number", isRequired: true, value: "2" },
      { name: "f3", label: "window", kind: "yes_no", isRequired: false, value: "yes" },
      {
        name: "f4",
        label: "class",
        kind: "one_of",
        isRequired: false,
        options: ["first", "2", "null"],
      },
      { name: "f5", label: "meals", kind: "some_of", isRequired: false, options: ["soup", "fish"] },
      { name: "f6", label: "guests", kind: "lines", isRequired: false },
      { name: "f7", label: "rows", kind: "lines", isRequired: false },
    ]);
  });

  test.each([
    { type: "object", properties: {} },
    { type: "array", items: { type: "object", properties: {} } },
    { type: "null" },
    {},
    { enum: ["2", 2] },
    { enum: ["", "a"] },
  ])("with %j in it is not drawn", (schema) => {
    expect(formView(ofOne(schema), words)).toBeUndefined();
  });

  test("without a property is not drawn", () => {
    expect(formView({ type: "object", properties: {} }, words)).toBeUndefined();
  });

  test("shows what hides in it, and offers nothing that it would have to change", () => {
    const schema = { type: "string", title: "a\u202eb", default: "x\u200by" };
    expect(formView(ofOne(schema), words)?.fields).toEqual([
      { name: "f0", label: "a\\u{202e}b", kind: "lines", isRequired: false },
    ]);
  });
});

describe("what was entered", () => {
  test("is the answer's fields, each of the type of its property", () => {
    const values = {
      f0: "2026-01-02",
      f1: "two\nlines",
      f2: " 3 ",
      f3: "no",
      f4: "2",
      f5: ["fish"],
      f6: "ana\n\nben",
      f7: "1\n2",
    };
    expect(valuesToFields(SCHEMA, values)).toEqual({
      day: "2026-01-02",
      notes: "two\nlines",
      seats: 3,
      window: false,
      class: 2,
      meals: ["fish"],
      guests: ["ana", "ben"],
      rows: [1, 2],
    });
  });

  test("may be typed already", () => {
    expect(valuesToFields(SCHEMA, { f2: 3, f3: true, f4: "null", f5: "soup" })).toEqual({
      seats: 3,
      window: true,
      class: null,
      meals: ["soup"],
    });
  });

  test("is left out where it is empty or belongs to no field", () => {
    const values = { f0: "", f1: null, f5: [], f9: "x", day: "2026-01-02", constructor: "x" };
    expect(valuesToFields(SCHEMA, values)).toEqual({});
  });

  test("stays where it is no value of its property, for the check to refuse", () => {
    expect(valuesToFields(SCHEMA, { f2: "1,5", f3: "maybe", f4: "third" })).toEqual({
      seats: "1,5",
      window: "maybe",
      class: "third",
    });
  });

  test("comes under the property's name, whatever that is", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (name, text) => {
        const properties = Object.fromEntries([[name, { type: "string" }]]);
        const fields = valuesToFields({ type: "object", properties }, { f0: text });
        expect(Object.entries(fields)).toEqual([[name, text]]);
      }),
    );
  });
});
