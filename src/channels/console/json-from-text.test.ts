import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../domain/json.ts";
import { jsonFromText } from "./json-from-text.ts";
import { ENGLISH } from "./voice.ts";

describe("what people type into a field", () => {
  test.each<[string, JsonObject, Json]>([
    ...["y", "Yes", " YES ", "true", "on"].map((text): [string, JsonObject, Json] => [
      text,
      { type: "boolean" },
      true,
    ]),
    ...["n", "No", "false", "off"].map((text): [string, JsonObject, Json] => [
      text,
      { type: "boolean" },
      false,
    ]),
    ["12", { type: "integer" }, 12],
    [" +3 ", { type: "integer" }, 3],
    ["007", { type: "integer" }, 7],
    ["１２", { type: "integer" }, 12],
    ["-1.5", { type: "number" }, -1.5],
    [".5", { type: "number" }, 0.5],
    ["1e3", { type: "number" }, 1_000],
    ["EU", { type: "string", enum: ["eu", "us"] }, "eu"],
    [" yes ", { type: "string" }, " yes "],
    ["12", { type: "string" }, "12"],
    ["[1,2]", { type: "array" }, [1, 2]],
    ["a, b", { type: "array", items: { type: "string" } }, ["a", "b"]],
    ["1，2", { type: "array", items: { type: "integer" } }, [1, 2]],
    [
      "Rot, blue",
      { type: "array", items: { enum: ["red", "blue"], enumNames: ["Rot", "Blau"] } },
      ["red", "blue"],
    ],
    ["2", { enum: [1, 2] }, 2],
    ['{"a":1}', { format: "json" }, { a: 1 }],
    ["a", {}, "a"],
  ])("%j is a value of %j: %j", (text, schema, value) => {
    expect(jsonFromText(text, schema, ENGLISH.own)).toEqual(value);
  });

  test.each<[string, JsonObject]>([
    ["maybe", { type: "boolean" }],
    ["1,5", { type: "number" }],
    ["three", { type: "integer" }],
    ["9007199254740993", { type: "integer" }],
    ["1e999", { type: "number" }],
    ["EU", { type: "string", enum: ["eu", "Eu"] }],
    ["not json", { type: "array" }],
  ])("%j stays text for %j, which the check refuses", (text, schema) => {
    expect(jsonFromText(text, schema, ENGLISH.own)).toBe(text);
  });
});
