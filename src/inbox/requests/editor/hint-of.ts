import { maxBytesOf, mediaTypesOf } from "../../../domain/forms/file-fields.ts";
import { inBytes } from "../../../domain/in-words.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import { FORMAT_WORDS } from "../../../render/format-words.ts";
import { shownJson } from "../../../render/shown-json.ts";
import { visibleText } from "../../../render/visible-text.ts";
import type { EditField } from "./fields.ts";

/** The agent's description and its proposed value, also after somebody has typed something else. */
export function hintOf({ schema, kind }: EditField): string | undefined {
  const { description, format, default: proposed } = schema;
  const words = [
    ...(typeof description === "string" ? [visibleText(description)] : []),
    ...(kind === "lines" ? ["One on each line."] : []),
    ...(kind === "file" || kind === "files" ? [fileWords(schema)] : []),
    ...(FORMAT_WORDS.has(String(format)) ? [`${FORMAT_WORDS.get(String(format))}.`] : []),
    ...(proposed === undefined ? [] : [`Proposed: ${shownJson(proposed)}`]),
  ];
  return words.length === 0 ? undefined : words.join(" ");
}

/** "A file, image/png or image/gif, at most 4 MiB." */
function fileWords(schema: JsonObject): string {
  const { items } = schema;
  const field = isJsonObject(items) ? items : schema;
  const types = mediaTypesOf(field).join(" or ");
  const what = field === schema ? "A file" : "Files";
  const most = `at most ${inBytes(maxBytesOf(field))}${field === schema ? "" : " each"}`;
  return `${[what, ...(types === "" ? [] : [types]), most].join(", ")}.`;
}
