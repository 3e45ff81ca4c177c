import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import { shownText } from "../shown-json.ts";
import type { Drawn } from "./file-view.ts";
import { linesIn, plainLinesOf } from "./lines.ts";
import { filesOfPatch, type PatchedFile } from "./patch-files.ts";
import { pathFault } from "./paths.ts";

const NOT_A_PATCH = "It cannot be read as a patch: it stands here as text.";
const TOO_LONG = "It is too long: what stands further down is not read.";
const MOST_READ = 50_000;
const MOST_FAULTS = 50;
const LINK = "120000";
const MODULE = "160000";
const PROGRAM = "100755";

export function drawPatch(name: string, text: string): Drawn {
  const lines = linesIn(text);
  const files = filesOfPatch(lines.slice(0, MOST_READ));
  const long = lines.length > MOST_READ ? [TOO_LONG] : [];
  const shown = shownText(name);
  if (files.length === 0) {
    return { heading: `Patch ${shown}`, warnings: [NOT_A_PATCH], lines: plainLinesOf(text) };
  }
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const many = files.length === 1 ? "1 file" : `${files.length} files`;
  return {
    heading: `Patch ${shown} · ${many} · +${added} −${removed}`,
    warnings: [...long, ...new Set(files.flatMap(faultsOf).slice(0, MOST_FAULTS))],
    lines: files.flatMap(linesOf),
  };
}

function pathOf({ from, to, named }: PatchedFile): string {
  return to ?? from ?? named ?? "a file without a name";
}

function faultsOf(file: PatchedFile): readonly string[] {
  const { from, to, isBinary, isBroken, modes } = file;
  const paths = [...new Set([from, to, file.named])].filter((path) => path !== undefined);
  const faults = paths.map((path) => pathFault(path, shownText(path)));
  const name = shownText(pathOf(file));
  const isOdd = from !== undefined && to !== undefined && from !== to && !file.isRenamed;
  return [
    ...faults.filter((fault) => fault !== undefined),
    ...(isBinary ? [`${name} is binary: what changes in it is not shown.`] : []),
    ...(modes.includes(LINK) ? [`${name} is a link to another place.`] : []),
    ...(modes.includes(MODULE) ? [`${name} is another repository.`] : []),
    ...(modes.includes(PROGRAM) ? [`${name} can be run as a program.`] : []),
    ...(isOdd ? [`${name} has two names in it: ${shownText(from)} before.`] : []),
    ...(isBroken ? [`The counts of ${name} do not fit its lines.`] : []),
  ];
}

function linesOf(file: PatchedFile): readonly EvidenceLine[] {
  const { from, to, added, removed, isRenamed, modes } = file;
  const isBare = from === undefined && to === undefined;
  const did = isBare ? "" : from === undefined ? "new" : to === undefined ? "deleted" : "";
  const was = isRenamed ? `from ${from ?? "?"}` : "";
  const words = [pathOf(file), `+${added} −${removed}`, did, was, modes.join(" → ")];
  const text = words.filter((word) => word !== "").join(" · ");
  return [{ sign: "#", text }, ...file.lines];
}
