import { maxBytesOf, mediaTypesOf } from "../domain/forms/file-fields.ts";
import type { JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json-equal.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { sizeWords } from "./words/lengths.ts";
import { orWords } from "./words/listed.ts";

/** What a field for a file, or a list of them, takes: "A file, image/png or image/gif, at most 4 MiB". */
export function fileWords(schema: JsonObject, words: RenderMessages): string {
  const { items } = schema;
  const field = isJsonObject(items) ? items : schema;
  const types = orWords(mediaTypesOf(field), words);
  const size = sizeWords(maxBytesOf(field), words);
  const isOne = field === schema;
  return types === ""
    ? words.say(isOne ? "file.any" : "files.any", { size })
    : words.say(isOne ? "file.typed" : "files.typed", { types, size });
}
