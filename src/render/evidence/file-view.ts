import type { FileEvidence } from "../../domain/evidence/evidence.ts";
import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import { textOf } from "../../domain/evidence/file-type.ts";
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

const NO_TEXT = "It is not text, so what changes in it is not shown.";
/** No line can have it. */
const NO_END = "\n";

export function drawFile(
  { name, before, after }: FileEvidence,
  bytesOf: (digest: FileEvidence["before"]) => Uint8Array | undefined,
): Drawn {
  const [was, is] = [bytesOf(before), bytesOf(after)];
  const shown = shownText(name);
  const fault = pathFault(name, shown);
  const warnings = fault === undefined ? [] : [fault];
  const verb = before === null ? "Create" : after === null ? "Delete" : "Change";
  const [old, now] = [was ?? new Uint8Array(), is ?? new Uint8Array()].map(textOf);
  if (old === undefined || now === undefined) {
    const sizes = `${was?.length ?? 0} to ${is?.length ?? 0} bytes`;
    return { heading: `${verb} ${shown} · ${sizes}`, warnings: [...warnings, NO_TEXT] };
  }
  const { lines, added, removed, isWhole } = differencesOf(endedLines(old), endedLines(now));
  const whole = isWhole ? ["Most of it changes: it is shown as removed and added whole."] : [];
  return {
    heading: `${verb} ${shown} · +${added} −${removed}`,
    warnings: [...warnings, ...whole],
    lines: lines.length === 0 ? [{ sign: "#", text: "nothing changes" }] : lines.flatMap(ended),
  };
}

function ended(line: EvidenceLine): readonly EvidenceLine[] {
  if (!line.text.endsWith(NO_END)) return [line];
  return [
    { ...line, text: line.text.slice(0, -1) },
    { sign: "#", text: "no line end behind this line" },
  ];
}

/** A text without a line end at its end is another text. */
function endedLines(text: string): readonly string[] {
  const lines = linesIn(text);
  if (text === "" || text.endsWith("\n")) return lines;
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}${NO_END}`];
}
