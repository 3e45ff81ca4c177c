import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checkSchema } from "../../system/schema-check.ts";
import { checkFormSchema } from "../form-dialect.ts";
import type { JsonObject } from "../json.ts";
import { checkedAnswer } from "../requests/answer-check.ts";
import { formGiven } from "../requests/form-input.ts";
import { fileSchema, standIn } from "./binary-text.ts";
import { fileFault } from "./file-fields.ts";

const FILE = { format: "file" };
const made = (schema: JsonObject) => {
  const form = formGiven({ schema: { type: "object", properties: { a: schema } } }, () => "");
  if (form.kind !== "fields") throw new Error("It has no fields.");
  checkFormSchema(form.schema);
  return (form.schema["properties"] as JsonObject)["a"];
};

describe("what stands for bytes", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["bytes of pydantic", { type: "string", format: "binary" }, { contentEncoding: "binary" }],
    [
      "base64 of pydantic",
      { type: "string", format: "base64url", maxLength: 8 },
      { contentEncoding: "base64url", maxBytes: 6 },
    ],
    ["a byte of OpenAPI", { type: "string", format: "byte" }, { contentEncoding: "base64" }],
    [
      "a picture in base64",
      { type: "string", contentEncoding: "base64", contentMediaType: "Image/PNG; a=b" },
      { contentEncoding: "base64", mediaTypes: ["image/png"] },
    ],
    [
      "a picture as it is",
      { type: "string", contentMediaType: "image/png" },
      { contentEncoding: "binary", mediaTypes: ["image/png"] },
    ],
    [
      "a file of zod",
      z.toJSONSchema(z.file().min(2).max(9).mime(["image/png", "image/gif"])) as JsonObject,
      {
        contentEncoding: "binary",
        mediaTypes: ["image/png", "image/gif"],
        minBytes: 2,
        maxBytes: 9,
      },
    ],
    ["base64 of zod", z.toJSONSchema(z.base64()) as JsonObject, { contentEncoding: "base64" }],
    [
      "base64 of zod that can be null",
      z.toJSONSchema(z.base64().nullable()) as JsonObject,
      { contentEncoding: "base64" },
    ],
  ])("%s is a field for a file", (_, schema, field) => {
    expect(made(schema)).toEqual({ ...FILE, ...field });
  });

  test("several of them are a list of files", () => {
    const items = { type: "string", format: "binary" };
    expect(made({ type: "array", items, maxItems: 3 })).toEqual({
      type: "array",
      items: { ...FILE, contentEncoding: "binary" },
      maxItems: 3,
    });
  });

  test.each<[string, JsonObject]>([
    ["JSON in a text", { type: "string", contentMediaType: "application/json" }],
    ["a page in a text", { type: "string", contentMediaType: "text/html" }],
    ["quoted-printable", { type: "string", contentEncoding: "quoted-printable" }],
    ["base64 with a pattern", { type: "string", contentEncoding: "base64", pattern: "^iVB" }],
  ])("%s is text", (_, schema) => {
    expect(made(schema)).toMatchObject({ type: "string" });
  });

  test("in a list of objects it is a field of each row", () => {
    const row = { type: "object", properties: { file: { type: "string", format: "binary" } } };
    const file = { ...FILE, contentEncoding: "binary" };
    expect(made({ type: "array", items: row })).toMatchObject({
      items: { properties: { file } },
    });
  });
});

test("the bounds of a text are those of its bytes", () => {
  const lengths = fc.tuple(
    fc.constantFrom("base64", "base64url", "binary"),
    fc.nat(40),
    fc.nat(40),
    fc.nat(40),
  );
  fc.assert(
    fc.property(lengths, ([contentEncoding, minLength, maxLength, size]) => {
      const field = fileSchema({ type: "string", contentEncoding, minLength, maxLength }) ?? {};
      const text =
        contentEncoding === "binary"
          ? "a".repeat(size)
          : Buffer.alloc(size).toString(contentEncoding as BufferEncoding);
      const fits = text.length >= minLength && text.length <= maxLength;
      let isTaken = false;
      try {
        const file = { name: "a", media_type: "text/plain", size };
        isTaken = fileFault(field, file) === undefined;
      } catch {
        // It is too large.
      }
      expect(isTaken).toBe(fits);
      if (fits) {
        expect(standIn(field).length).toBeGreaterThanOrEqual(minLength);
        expect(standIn(field).length).toBeLessThanOrEqual(maxLength);
      }
    }),
  );
});

test("an answer names a file where the schema has bytes, and leaves out what may be absent", () => {
  const schema = z.toJSONSchema(
    z.object({ file: z.file().max(9), key: z.base64().nullable(), more: z.base64url().optional() }),
  ) as JsonObject;
  const question = { text: "?", form: formGiven({ schema }, () => "") };
  const digest = `sha256:${"0".repeat(64)}`;
  const file = { name: "a.txt", media_type: "text/plain", size: 9, digest };
  const kept = checkedAnswer(question, { fields: { file } }, checkSchema);
  expect(kept).toEqual({ fields: { file, key: null } });
  const wrong = [
    {},
    { file: "AAAA" },
    { file: { ...file, size: -1 } },
    { file: { ...file, size: 0.5 } },
  ];
  for (const fields of wrong) {
    expect(() => checkedAnswer(question, { fields }, checkSchema)).toThrow("does not fit");
  }
});

test.each<[string, JsonObject, string]>([
  ["without a type", { mediaTypes: ["png"] }, "mediaTypes"],
  ["of no type", { mediaTypes: [] }, "mediaTypes"],
  ["of less than nothing", { maxBytes: -1 }, "maxBytes"],
  ["with a default", { default: "a" }, "default"],
  ["with a pattern", { pattern: "a" }, "pattern"],
])("a field for a file %s is refused", (_, more, keyword) => {
  const schema = { type: "object", properties: { a: { ...FILE, ...more } } };
  expect(() => checkFormSchema(schema)).toThrow(keyword);
});

test("a form has its files in itself, in groups, in lists and in lists of objects", () => {
  const file = { ...FILE, mediaTypes: ["image/*"], title: "A picture", maxBytes: 9 };
  const files = { type: "array", items: file };
  const group = { type: "object", properties: { file, files } };
  const ok = { file, files, group, rows: { type: "array", items: group } };
  checkFormSchema({ type: "object", properties: ok });
  expect(() =>
    checkFormSchema({ type: "object", properties: { a: { type: "string", ...FILE } } }),
  ).toThrow("format");
});
