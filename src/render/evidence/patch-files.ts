import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";

/** What a patch does to one file. */
export interface PatchedFile {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** As Git's own line calls it. */
  readonly named: string | undefined;
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
  /** Octal modes of Git, as far as the patch names them. */
  readonly modes: readonly string[];
  readonly isRenamed: boolean;
  /** A hunk ends before or behind where its own heading says. */
  readonly isBroken: boolean;
  readonly lines: readonly EvidenceLine[];
}

interface Reading {
  from: string | undefined;
  to: string | undefined;
  named: string | undefined;
  added: number;
  removed: number;
  isBinary: boolean;
  modes: string[];
  isRenamed: boolean;
  isBroken: boolean;
  lines: EvidenceLine[];
  hasHead: boolean;
  /** Lines that the hunk still has, of the file before and after. */
  old: number;
  fresh: number;
}

const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;
const GIT = "diff --git ";
const MODE =
  /^(?:old mode|new mode|new file mode|deleted file mode|index [\da-f]+\.\.[\da-f]+) (\d{6})$/;
const BINARY = /^(?:GIT binary patch|Binary files )/;

/** The files of a patch; empty for a text that is none. What stands before the first is no part of it. */
export function filesOfPatch(lines: readonly string[]): readonly PatchedFile[] {
  const files: Reading[] = [];
  for (const line of lines) {
    const file = files.at(-1);
    if (file !== undefined && file.old + file.fresh > 0 && takeLine(file, line)) continue;
    if (line.startsWith(GIT)) files.push({ ...fresh(), named: namedBehind(line) });
    else if (line.startsWith("--- ")) fromLine(files, line);
    else if (file !== undefined) takeHead(file, line);
  }
  for (const file of files) close(file);
  return files;
}

/** The second name of Git's line. */
function namedBehind(line: string): string {
  const at = Math.max(line.lastIndexOf(" b/"), line.lastIndexOf(' "b/'));
  return pathIn(line.slice(at < 0 ? GIT.length : at + 1)) ?? "";
}

/** Without Git's line before it, this is where a file begins. */
function fromLine(files: Reading[], line: string): void {
  const last = files.at(-1);
  const isNew = last === undefined || last.hasHead;
  const file = isNew ? fresh() : last;
  if (isNew) files.push(file);
  file.hasHead = true;
  file.from = pathIn(line.slice(4));
}

function fresh(): Reading {
  const counts = { added: 0, removed: 0, old: 0, fresh: 0 };
  const marks = { isBinary: false, isRenamed: false, isBroken: false, hasHead: false };
  return {
    from: undefined,
    to: undefined,
    named: undefined,
    ...counts,
    ...marks,
    modes: [],
    lines: [],
  };
}

function close(file: Reading): void {
  if (file.old > 0 || file.fresh > 0) file.isBroken = true;
}

/** A line of a hunk; false if it is none, and the hunk is broken off. */
function takeLine(file: Reading, line: string): boolean {
  const [sign = " "] = line;
  const text = line.slice(1);
  if (line.startsWith("\\ ")) return true;
  if (sign === "+") {
    file.fresh -= 1;
    file.added += 1;
  } else if (sign === "-") {
    file.old -= 1;
    file.removed += 1;
  } else if (sign === " " || line === "") {
    file.old -= 1;
    file.fresh -= 1;
  } else {
    file.isBroken = true;
    file.old = 0;
    file.fresh = 0;
    return false;
  }
  if (file.old < 0 || file.fresh < 0) file.isBroken = true;
  file.lines.push({ sign: sign === "+" || sign === "-" ? sign : " ", text });
  return true;
}

function takeHead(file: Reading, line: string): void {
  const hunk = HUNK.exec(line);
  if (hunk !== null) {
    close(file);
    file.old = Number(hunk[1] ?? 1);
    file.fresh = Number(hunk[2] ?? 1);
    file.lines.push({ sign: "#", text: line });
  } else if (line.startsWith("+++ ")) file.to = pathIn(line.slice(4));
  else if (line.startsWith("rename from ") || line.startsWith("copy from ")) {
    file.isRenamed = true;
    file.from = unquoted(line.slice(line.indexOf(" from ") + 6));
  } else if (line.startsWith("rename to ") || line.startsWith("copy to ")) {
    file.to = unquoted(line.slice(line.indexOf(" to ") + 4));
  } else if (BINARY.test(line)) file.isBinary = true;
  else if (/^[+-]/.test(line)) file.isBroken = true;
  else takeMode(file, line);
}

function takeMode(file: Reading, line: string): void {
  const [, mode] = MODE.exec(line) ?? [];
  if (mode !== undefined) file.modes.push(mode);
}

/** A path behind `---` or `+++`: without the time behind a tab, and without Git's `a/` and `b/`. */
function pathIn(text: string): string | undefined {
  const path = unquoted(text.split("\t")[0] ?? "");
  return path === "/dev/null" ? undefined : path.replace(/^[abiwco]\//, "");
}

/** Git writes odd letters of a path as C does. */
function unquoted(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"')) return text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [, octal, escaped, plain] of text
    .slice(1, -1)
    .matchAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...encoder.encode(plain ?? ESCAPES[escaped ?? ""] ?? escaped ?? ""));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
};
