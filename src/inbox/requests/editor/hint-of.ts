import { fileWords } from "../../../render/file-words.ts";
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
    ...(kind === "file" || kind === "files" ? [`${fileWords(schema)}.`] : []),
    ...(FORMAT_WORDS.has(String(format)) ? [`${FORMAT_WORDS.get(String(format))}.`] : []),
    ...(proposed === undefined ? [] : [`Proposed: ${shownJson(proposed)}`]),
  ];
  return words.length === 0 ? undefined : words.join(" ");
}
