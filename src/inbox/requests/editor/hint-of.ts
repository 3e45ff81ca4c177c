import { fileWords } from "../../../render/file-words.ts";
import { formatWords } from "../../../render/format-words.ts";
import { shownJson } from "../../../render/shown-json.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { words } from "../../parts/render-words.ts";
import type { EditField } from "./fields.ts";

/** The agent's description and its proposed value, also after somebody has typed something else. */
export function hintOf({ schema, kind }: EditField): string | undefined {
  const { description, format, default: proposed } = schema;
  const written = formatWords(format, words);
  const hints = [
    ...(typeof description === "string" ? [visibleText(description)] : []),
    ...(kind === "lines" ? ["One on each line."] : []),
    ...(kind === "file" || kind === "files" ? [`${fileWords(schema, words)}.`] : []),
    ...(written === undefined ? [] : [`${written}.`]),
    ...(proposed === undefined ? [] : [`Proposed: ${shownJson(proposed)}`]),
  ];
  return hints.length === 0 ? undefined : hints.join(" ");
}
