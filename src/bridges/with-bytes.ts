import { toBase64 } from "../domain/content/base64.ts";
import type { ContentDigest } from "../domain/content/content.ts";
import {
  type AnswerFile,
  type FoundFile,
  filesIn,
  withFiles,
} from "../domain/forms/file-fields.ts";
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
  given: Given,
): Promise<unknown> {
  return await valuesWith(
    earshot,
    given,
    ({ bytes, media_type }, name) => new File([new Uint8Array(bytes)], name, { type: media_type }),
  );
}

/** The same, with what a framework takes for bytes that its schema does not have as text. */
export async function valuesWith(
  earshot: Pick<Earshot, "readFile">,
  given: Given,
  binary: (read: ReadFile, name: string) => unknown,
): Promise<unknown> {
  const answered = answeredFields(given);
  if (answered === undefined) return given.values;
  const { schema, fields } = answered;
  const wanted = filesIn(schema, fields).filter(
    ({ field }) => field["contentEncoding"] !== undefined,
  );
  const read = await readAll(earshot, given, wanted);
  return withFiles(schema, fields, (file, { contentEncoding }) => {
    const found = contentEncoding === undefined ? undefined : read.get(file.digest);
    if (found === undefined) return file;
    return contentEncoding === "binary"
      ? binary(found, file.name)
      : written(found, String(contentEncoding));
  });
}

/** All files of an answer, each once, for a model that reads them beside the values. */
export async function filesOf(
  earshot: Pick<Earshot, "readFile">,
  given: Given,
): Promise<readonly ModelFile[]> {
  const answered = answeredFields(given);
  if (answered === undefined) return [];
  const read = await readAll(earshot, given, filesIn(answered.schema, answered.fields));
  return [...read.values()].map(({ name: filename, media_type: mediaType, bytes }) => {
    return { filename, mediaType, data: toBase64(bytes) };
  });
}

/** As frameworks name the parts of a file. */
export interface ModelFile {
  readonly filename: string;
  readonly mediaType: string;
  /** In base64. */
  readonly data: string;
}

function answeredFields({ request }: Given) {
  const { form } = request.question;
  if (form.kind !== "fields" || request.status !== "answered") return undefined;
  return "fields" in request.answer
    ? { schema: form.schema, fields: request.answer.fields }
    : undefined;
}

async function readAll(
  earshot: Pick<Earshot, "readFile">,
  { request: { id } }: Given,
  found: readonly FoundFile[],
): Promise<ReadonlyMap<ContentDigest, ReadFile>> {
  const digests = new Set(found.map(({ value }) => (value as unknown as AnswerFile).digest));
  const read = new Map<ContentDigest, ReadFile>();
  for (const digest of digests) read.set(digest, await earshot.readFile({ id, digest }));
  return read;
}

function written({ bytes }: ReadFile, encoding: string): string {
  const text = toBase64(bytes);
  return encoding === "base64"
    ? text
    : text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
