import { FILE_FORMAT, isMediaType } from "../file-field.ts";
import type { JsonObject } from "../json.ts";
import { present } from "../present.ts";

/* Text of a schema that stands for bytes, which people give as a file. */

/** How a schema wants the bytes written: in letters, or as they are. */
export type Encoding = "base64" | "base64url" | "binary";

const BY_WORD: Readonly<Record<string, Encoding>> = {
  base64: "base64",
  base64url: "base64url",
  binary: "binary",
  byte: "base64",
};
const WRITTEN = /^text\/|[/+](?:json|xml|yaml)$/;

/** Whether text of this type stands for itself, where other types want bytes. */
export function isWrittenType(type: string): boolean {
  return WRITTEN.test(type);
}

/** The field for a file; undefined for text that stands for itself. */
export function fileSchema(schema: JsonObject): JsonObject | undefined {
  const encoding = encodingOf(schema);
  if (encoding === undefined) return undefined;
  const { minLength, maxLength } = schema;
  const least = typeof minLength === "number" ? LEAST[encoding](minLength) : 0;
  const types = typesIn(schema);
  return {
    format: FILE_FORMAT,
    contentEncoding: encoding,
    ...present({
      mediaTypes: types.length === 0 ? undefined : types,
      minBytes: least > 0 ? least : undefined,
      maxBytes: typeof maxLength === "number" ? MOST[encoding](maxLength) : undefined,
    }),
  };
}

function encodingOf({ format, pattern, contentEncoding, ...rest }: JsonObject) {
  const named = encodingNamed(contentEncoding) ?? encodingNamed(format);
  // Whether bytes satisfy it would be known only once they are written as text.
  if (pattern !== undefined && encodingNamed(format) === undefined) return undefined;
  if (named !== undefined || contentEncoding !== undefined) return named;
  return typesIn(rest).some((type) => !isWrittenType(type)) ? "binary" : undefined;
}

function encodingNamed(word: unknown): Encoding | undefined {
  const name = typeof word === "string" ? word.toLowerCase() : "";
  return Object.hasOwn(BY_WORD, name) ? BY_WORD[name] : undefined;
}

function typesIn({ contentMediaType: said }: JsonObject): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(said) ? said : [said];
  return listed
    .map((type) => (typeof type === "string" ? type.split(";")[0]?.trim().toLowerCase() : type))
    .filter(isMediaType);
}

/** Bytes whose text has so many characters at least, or at most. */
const LEAST: Readonly<Record<Encoding, (length: number) => number>> = {
  base64: (length) => (length <= 0 ? 0 : 3 * (Math.ceil(length / 4) - 1) + 1),
  base64url: (length) => (length <= 0 ? 0 : Math.floor((3 * (length - 1)) / 4) + 1),
  binary: (length) => length,
};
const MOST: Readonly<Record<Encoding, (length: number) => number>> = {
  base64: (length) => 3 * Math.floor(length / 4),
  base64url: (length) => Math.floor((3 * length) / 4),
  binary: (length) => length,
};

/** A text in the place of the bytes, as long as that of the fewest that the field takes. */
export function standIn({ contentEncoding, minBytes }: JsonObject): string {
  const bytes = typeof minBytes === "number" ? minBytes : 0;
  const length = contentEncoding === "binary" ? bytes : Math.ceil((4 * bytes) / 3);
  return "A".repeat(contentEncoding === "base64" ? 4 * Math.ceil(bytes / 3) : length);
}
