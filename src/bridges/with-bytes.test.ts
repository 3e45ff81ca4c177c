import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { plainMediaType } from "../domain/content/plain-file.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { checkedAnswer } from "../domain/requests/answer-check.ts";
import { formGiven } from "../domain/requests/form-input.ts";
import type { ReadFileInput } from "../ports/earshot/requests.ts";
import { digest } from "../system/digest.ts";
import { checkSchema } from "../system/schema-check.ts";
import { anActor, anOpenRequest } from "../testing/builders.ts";
import type { Given } from "./outcomes.ts";
import { withBytes } from "./with-bytes.ts";

const file = (bytes: Uint8Array, media_type = "text/plain") => {
  const facts = { name: "a.txt", media_type: plainMediaType(media_type), size: bytes.length };
  return { ...facts, digest: digest.bytes(bytes) };
};

/** What a person has answered with these files to a question of this schema. */
function answered(schema: JsonObject, fields: JsonObject): Given {
  const question = { text: "?", form: formGiven({ schema }, () => "") };
  const answer = checkedAnswer(question, { fields }, checkSchema);
  if (!("fields" in answer)) throw new Error("It has no fields.");
  const open = anOpenRequest({ question });
  const closing = { closedAt: open.createdAt, closedBy: anActor(), answer };
  const request = { ...open, status: "answered", ...closing } as Given["request"];
  return { outcome: "answered", request, values: answer.fields };
}

function reader(all: readonly Uint8Array[]) {
  const read: string[] = [];
  const readFile = async ({ digest: of }: ReadFileInput) => {
    read.push(of);
    const bytes = all.find((one) => digest.bytes(one) === of) ?? new Uint8Array();
    return { ...file(bytes), bytes };
  };
  return { read, readFile };
}

const kinds = fc.constantFrom<z.ZodType>(
  z.base64(),
  z.base64url(),
  z.base64().min(4).max(12),
  z.base64url().min(3).max(9),
  z.file(),
  z.file().min(2).max(8),
  z.file().mime(["text/plain", "text/csv"]),
  z.base64().nullable(),
);

test("whatever files a form takes, with their bytes they satisfy its schema", async () => {
  let taken = 0;
  const given = fc.tuple(kinds, fc.boolean(), fc.array(fc.uint8Array({ maxLength: 12 })));
  await fc.assert(
    fc.asyncProperty(given, async ([kind, isList, all]) => {
      const schema = z.object({ a: isList ? z.array(kind) : kind });
      const [one] = all;
      const a: Json = isList ? all.map((bytes) => file(bytes)) : one ? file(one) : null;
      let outcome: Given;
      try {
        outcome = answered(z.toJSONSchema(schema) as JsonObject, { a });
      } catch {
        return;
      }
      taken += 1;
      const values = await withBytes(reader(all), outcome);
      expect(schema.safeParse(values).error).toBeUndefined();
    }),
    { numRuns: casesOf(300) },
  );
  expect(taken).toBeGreaterThan(casesOf(60));
});

test("only bytes that the schema wants are read, and each once", async () => {
  const bytes = Buffer.of(0xfb, 0xff);
  const schema = {
    type: "object",
    properties: {
      facts: { format: "file" },
      text: { $ref: "#/$defs/text" },
      again: { $ref: "#/$defs/text" },
      url: { type: "string", contentEncoding: "base64url" },
    },
    $defs: { text: { type: "string", contentEncoding: "base64" } },
  };
  const facts = file(Buffer.from("never read"));
  const given = answered(schema, {
    facts,
    text: file(bytes),
    again: file(bytes),
    url: file(bytes),
  });
  const { read, readFile } = reader([bytes]);
  const values = await withBytes({ readFile }, given);
  expect(values).toEqual({ facts, text: "+/8=", again: "+/8=", url: "-_8" });
  expect(read).toEqual([digest.bytes(bytes)]);
});
