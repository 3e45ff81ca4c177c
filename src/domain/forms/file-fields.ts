import type { ContentDigest } from "../content/content.ts";
import { plainFileName } from "../content/plain-file.ts";
import { EarshotError } from "../errors.ts";
import { isFileField } from "../file-field.ts";
import { inBytes } from "../in-words.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerPart } from "../json-pointer.ts";
import { MAX_ANSWER_FILES, MAX_CONTENT_BYTES } from "../limits.ts";

/* A field for a file. An answer names the file by facts; its bytes are kept beside the request. */

/** What an answer has in a field for a file. */
export interface AnswerFile {
  /** Without a path. */
  readonly name: string;
  readonly media_type: string;
  /** In bytes. */
  readonly size: number;
  readonly digest: ContentDigest;
}

/** A file that fields name, and the field that it stands in. */
export interface FoundFile {
  readonly pointer: string;
  readonly field: JsonObject;
  readonly value: Json;
}

/** What stands in the fields for files, whatever it is. */
export function filesIn(schema: JsonObject, value: Json, pointer = ""): readonly FoundFile[] {
  if (isFileField(schema))
    return isNothing(schema, value) ? [] : [{ pointer, field: schema, value }];
  const { properties, items } = schema;
  if (Array.isArray(value)) {
    return isJsonObject(items)
      ? value.flatMap((one: Json, index) => filesIn(items, one, `${pointer}/${index}`))
      : [];
  }
  if (!isJsonObject(properties) || !isJsonObject(value)) return [];
  return Object.entries(properties).flatMap(([name, inner]) =>
    isJsonObject(inner) && Object.hasOwn(value, name)
      ? filesIn(inner, value[name] ?? null, pointer + pointerPart(name))
      : [],
  );
}

/** Of a field that was made of another schema, which may take null. */
function isNothing({ contentEncoding }: JsonObject, value: Json): boolean {
  return value === null && contentEncoding !== undefined;
}

/** The same fields with others in the place of the files. */
export function withFiles(
  schema: JsonObject,
  value: Json,
  made: (file: AnswerFile, field: JsonObject) => unknown,
): unknown {
  if (isFileField(schema)) {
    return isNothing(schema, value) ? value : made(value as unknown as AnswerFile, schema);
  }
  const { properties, items } = schema;
  if (Array.isArray(value)) {
    return isJsonObject(items) ? value.map((one: Json) => withFiles(items, one, made)) : value;
  }
  if (!isJsonObject(properties) || !isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, isJsonObject(field) ? withFiles(field, inner, made) : inner];
  });
  return Object.fromEntries(entries);
}

/** The fields for files of a form's schema. */
export function fileFields(schema: JsonObject): readonly JsonObject[] {
  if (isFileField(schema)) return [schema];
  const { properties, items } = schema;
  const inner = isJsonObject(properties) ? Object.values(properties) : [items ?? null];
  return inner.flatMap((one) => (isJsonObject(one) ? fileFields(one) : []));
}

/** Whether its answer names files. */
export function asksFiles(form: { readonly kind: string; readonly schema?: JsonObject }): boolean {
  return form.kind === "fields" && form.schema !== undefined && fileFields(form.schema).length > 0;
}

/**
 * What is wrong with the files of an answer. Throws TOO_LARGE for a file over the bound of its field, and
 * for too many files.
 */
export function filesFault(schema: JsonObject, fields: JsonObject): string | undefined {
  const found = filesIn(schema, fields);
  assertNotTooMany(found);
  for (const { pointer, field, value } of found) {
    const fault = isAnswerFile(value)
      ? fileFault(field, value)
      : "it wants a file that was uploaded: its name, media_type, size and digest.";
    if (fault !== undefined) return `${pointer.slice(1)}: ${fault}`;
  }
  return undefined;
}

/** What is wrong with files beside an answer. Throws TOO_LARGE for too many. */
export function attachmentsFault(files: readonly AnswerFile[]): string | undefined {
  assertNotTooMany(files);
  if (files.every((file) => isAnswerFile(file as Json & AnswerFile))) return undefined;
  return `an attachment ${WANTED}`;
}

function assertNotTooMany({ length }: readonly unknown[]): void {
  if (length <= MAX_ANSWER_FILES) return;
  throw new EarshotError(
    "TOO_LARGE",
    `An answer names at most ${MAX_ANSWER_FILES} files, and this one names ${length}.`,
    { details: { limit: MAX_ANSWER_FILES } },
  );
}

const WANTED = "is a file that was uploaded: its name, media_type, size and digest.";
const DIGEST = /^sha256:[0-9a-f]{64}$/;

function isAnswerFile(value: Json): value is Json & AnswerFile {
  if (!isJsonObject(value) || Object.keys(value).length !== 4) return false;
  const { name, media_type, size, digest } = value;
  return (
    typeof name === "string" &&
    plainFileName(name) === name &&
    typeof media_type === "string" &&
    Number.isSafeInteger(size) &&
    Number(size) >= 0 &&
    typeof digest === "string" &&
    DIGEST.test(digest)
  );
}

/** Why a file does not fit its field. Throws TOO_LARGE. */
export function fileFault(
  field: JsonObject,
  { name, media_type, size }: Omit<AnswerFile, "digest">,
): string | undefined {
  const most = maxBytesOf(field);
  if (size > most) {
    throw new EarshotError(
      "TOO_LARGE",
      `${name} has ${size} bytes, and at most ${inBytes(most)} are taken here.`,
      { details: { limit: most } },
    );
  }
  const { minBytes } = field;
  if (typeof minBytes === "number" && size < minBytes) {
    return `${name} has ${size} bytes, and at least ${inBytes(minBytes)} are wanted.`;
  }
  const types = mediaTypesOf(field);
  if (types.length === 0 || types.some((type) => isOfType(media_type, type))) return undefined;
  return `${name} is ${media_type}, and ${types.join(" or ")} is wanted.`;
}

export function maxBytesOf({ maxBytes }: JsonObject): number {
  return typeof maxBytes === "number" ? Math.min(maxBytes, MAX_CONTENT_BYTES) : MAX_CONTENT_BYTES;
}

/** None where any type is taken. */
export function mediaTypesOf({ mediaTypes }: JsonObject): readonly string[] {
  return Array.isArray(mediaTypes) ? mediaTypes.map(String) : [];
}

function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
