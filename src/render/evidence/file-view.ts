import type { FileEvidence } from "../../domain/evidence/evidence.ts";
import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import { textOf } from "../../domain/evidence/file-type.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";
import { differencesOf } from "./differences.ts";
import { linesIn } from "./lines.ts";
import { pathFault } from "./paths.ts";

/** What one renderer makes; the rest is the same of all kinds. */
export interface Drawn {
  readonly heading: string;
  readonly warnings: readonly string[];
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  readonly lines?: readonly EvidenceLine[];
}

/** No line can have it. */
const NO_END = "\n";

export function drawFile(
  { name, before, after }: FileEvidence,
  bytesOf: (digest: FileEvidence["before"]) => Uint8Array | undefined,
  words: RenderMessages,
): Drawn {
  const [was, is] = [bytesOf(before), bytesOf(after)];
  const fault = pathFault(name, words);
  const warnings = fault === undefined ? [] : [fault];
  const verb = before === null ? "create" : after === null ? "delete" : "change";
  const done = words.say(`evidence.file.${verb}`, { name: shownText(name) });
  const [old, now] = [was ?? new Uint8Array(), is ?? new Uint8Array()].map(textOf);
  if (old === undefined || now === undefined) {
    const sizes = { was: was?.length ?? 0, is: is?.length ?? 0 };
    return {
      heading: `${done} · ${words.say("evidence.file.sizes", sizes)}`,
      warnings: [...warnings, words.say("evidence.file.no_text")],
    };
  }
  const { lines, added, removed, isWhole } = differencesOf(endedLines(old), endedLines(now), words);
  const whole = isWhole ? [words.say("evidence.file.whole")] : [];
  return {
    heading: `${done} · +${added} −${removed}`,
    warnings: [...warnings, ...whole],
    lines:
      lines.length === 0
        ? [{ sign: "#", text: words.say("evidence.same") }]
        : lines.flatMap((line) => ended(line, words)),
  };
}

function ended(line: EvidenceLine, words: RenderMessages): readonly EvidenceLine[] {
  if (!line.text.endsWith(NO_END)) return [line];
  return [
    { ...line, text: line.text.slice(0, -1) },
    { sign: "#", text: words.say("evidence.file.no_end") },
  ];
}

/** A text without a line end at its end is another text. */
function endedLines(text: string): readonly string[] {
  const lines = linesIn(text);
  if (text === "" || text.endsWith("\n")) return lines;
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}${NO_END}`];
}
