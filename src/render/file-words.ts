import { maxBytesOf, mediaTypesOf } from "../domain/forms/file-fields.ts";
import { inBytes } from "../domain/in-words.ts";
import type { JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json-equal.ts";

/** What a field for a file, or a list of them, takes: "A file, image/png or image/gif, at most 4 MiB". */
export function fileWords(schema: JsonObject): string {
  const { items } = schema;
  const field = isJsonObject(items) ? items : schema;
  const types = mediaTypesOf(field).join(" or ");
  const what = field === schema ? "A file" : "Files";
  const most = `at most ${inBytes(maxBytesOf(field))}${field === schema ? "" : " each"}`;
  return [what, ...(types === "" ? [] : [types]), most].join(", ");
}
