import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";
import type { Drawn } from "./file-view.ts";
import { linesIn, plainLinesOf } from "./lines.ts";
import { filesOfPatch, type PatchedFile } from "./patch-files.ts";
import { pathFault } from "./paths.ts";

const MOST_READ = 50_000;
const MOST_FAULTS = 50;
const LINK = "120000";
const MODULE = "160000";
const PROGRAM = "100755";

export function drawPatch(name: string, text: string, words: RenderMessages): Drawn {
  const lines = linesIn(text);
  const files = filesOfPatch(lines.slice(0, MOST_READ));
  const long = lines.length > MOST_READ ? [words.say("evidence.too_long")] : [];
  const heading = words.say("evidence.patch", { name: shownText(name) });
  if (files.length === 0) {
    return { heading, warnings: [words.say("evidence.patch.none")], lines: plainLinesOf(text) };
  }
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const many = words.say("evidence.patch.files", { count: files.length });
  return {
    heading: `${heading} · ${many} · +${added} −${removed}`,
    warnings: [
      ...long,
      ...new Set(files.flatMap((file) => faultsOf(file, words)).slice(0, MOST_FAULTS)),
    ],
    lines: files.flatMap((file) => linesOf(file, words)),
  };
}

function pathOf({ from, to, named }: PatchedFile, words: RenderMessages): string {
  return to ?? from ?? named ?? words.say("evidence.patch.unnamed");
}

function faultsOf(file: PatchedFile, words: RenderMessages): readonly string[] {
  const { from, to, isBinary, isBroken, modes } = file;
  const paths = [...new Set([from, to, file.named])].filter((path) => path !== undefined);
  const faults = paths.map((path) => pathFault(path, words));
  const name = shownText(pathOf(file, words));
  const isOdd = from !== undefined && to !== undefined && from !== to && !file.isRenamed;
  return [
    ...faults.filter((fault) => fault !== undefined),
    ...(isBinary ? [words.say("evidence.patch.binary", { name })] : []),
    ...(modes.includes(LINK) ? [words.say("evidence.patch.link", { name })] : []),
    ...(modes.includes(MODULE) ? [words.say("evidence.patch.module", { name })] : []),
    ...(modes.includes(PROGRAM) ? [words.say("evidence.patch.program", { name })] : []),
    ...(isOdd ? [words.say("evidence.patch.names", { name, before: shownText(from) })] : []),
    ...(isBroken ? [words.say("evidence.patch.counts", { name })] : []),
  ];
}

function linesOf(file: PatchedFile, words: RenderMessages): readonly EvidenceLine[] {
  const { from, to, added, removed, isRenamed, modes } = file;
  const isBare = from === undefined && to === undefined;
  const did =
    isBare || (from !== undefined && to !== undefined)
      ? undefined
      : from === undefined
        ? "new"
        : "deleted";
  const told = [
    pathOf(file, words),
    `+${added} −${removed}`,
    did === undefined ? "" : words.say(`evidence.patch.${did}`),
    isRenamed ? words.say("evidence.patch.from", { name: from ?? "?" }) : "",
    modes.join(" → "),
  ];
  const text = told.filter((one) => one !== "").join(" · ");
  return [{ sign: "#", text }, ...file.lines];
}
