import { toBase64 } from "../domain/content/base64.ts";
import type { ContentDigest } from "../domain/content/content.ts";
import { filesIn, withFiles } from "../domain/forms/file-fields.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { ReadFile } from "../ports/earshot/requests.ts";
import type { Given } from "./outcomes.ts";

/**
 * The values of an answer with the bytes of its files where the schema of the question has bytes: in base64
 * as text, otherwise as a `File`, which zod's `z.file()` takes. A field of the format `file` keeps the facts.
 * Only what is put in is read.
 * @example
 * ```ts
 * import { askFor, withBytes } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const picture = { type: "string", contentEncoding: "base64", contentMediaType: "image/png" };
 * const question = { text: "Which one?", schema: { type: "object", properties: { picture } } };
 * const given = await askFor(earshot, question, { key: ["thread-7", "interrupt-1"] });
 * console.log(await withBytes(earshot, given));
 * ```
 */
export async function withBytes(
  earshot: Pick<Earshot, "readFile">,
  { request, values }: Given,
): Promise<unknown> {
  const { form } = request.question;
  if (form.kind !== "fields" || request.status !== "answered") return values;
  if (!("fields" in request.answer)) return values;
  const { fields } = request.answer;
  const wanted = filesIn(form.schema, fields).filter(
    ({ field }) => field["contentEncoding"] !== undefined,
  );
  const digests = new Set(wanted.map(({ value }) => digestOf(value as JsonObject)));
  const read = new Map<ContentDigest, ReadFile>();
  for (const digest of digests) {
    read.set(digest, await earshot.readFile({ id: request.id, digest }));
  }
  return withFiles(form.schema, fields, (file, { contentEncoding }) => {
    const found = contentEncoding === undefined ? undefined : read.get(file.digest);
    return found === undefined ? file : written(found, String(contentEncoding), file.name);
  });
}

function digestOf({ digest }: JsonObject): ContentDigest {
  return String(digest) as ContentDigest;
}

function written({ bytes, media_type }: ReadFile, encoding: string, name: string): string | File {
  if (encoding === "binary") return new File([new Uint8Array(bytes)], name, { type: media_type });
  const text = toBase64(bytes);
  return encoding === "base64"
    ? text
    : text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
