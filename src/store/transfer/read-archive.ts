import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { EarshotError } from "../../domain/errors.ts";
import { toHex } from "../../domain/log/chain-check.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveHead,
  type ArchiveManifest,
  type ArchivePart,
  type ControlLine,
} from "./archive-form.ts";
import type { CheckedLogs } from "./check-logs.ts";
import type { Source } from "./record.ts";
import { parseRow, rowsAtOnce, type TableShape, type Values } from "./table-shape.ts";

/** Longer than any row. It keeps a small file that unpacks to one endless line from filling the memory. */
const MAX_LINE = 64 * 1024 * 1024;

/** A backup that is read once, from beginning to end. */
export interface Archive extends Source {
  readonly head: ArchiveHead;
  /** After `finish`. */
  manifest(): ArchiveManifest;
  fingerprint(): string;
}

/** Throws INVALID_INPUT if the file is no backup, is cut, or was changed. */
export async function openArchive(path: string): Promise<Archive> {
  const lines = openLines(path);
  const { damaged, close } = lines;
  const parts: ArchivePart[] = [];
  let found: ArchiveManifest | undefined;
  let first: string;
  try {
    first = await lines.next();
  } catch (error) {
    await close();
    throw error;
  }
  const head = parsed(first) as unknown as ArchiveHead | undefined;
  if (head?.format !== ARCHIVE_FORMAT || head.formatVersion !== ARCHIVE_VERSION) {
    await close();
    throw damaged("it is not a backup of Earshot, or one of another form");
  }

  return {
    head,
    migrations: head.migrations,
    tables: head.tables,
    async *rows(table) {
      parts.push(yield* readPart(lines, table));
    },
    async finish() {
      const line = await lines.control();
      if (!("manifest" in line)) throw damaged("a part stands in it that no table has");
      const { manifest } = line;
      const isWhole =
        manifest.head === hash("sha256", first) &&
        manifest.parts.length === parts.length &&
        manifest.parts.every((part, at) => isSame(part, parts[at]));
      if (!isWhole) throw damaged("its manifest speaks of other parts than it holds");
      if (!(await lines.isAtEnd())) throw damaged("something stands behind its manifest");
      found = manifest;
    },
    manifest() {
      if (found === undefined) throw new Error("The archive was not read to its end.");
      return found;
    },
    fingerprint: () => hash("sha256", lines.manifest()),
    close,
  };
}

/** The lines of the file, in order. */
interface ArchiveLines {
  next(): Promise<string>;
  /** The next line, which must not be a row. */
  control(): Promise<ControlLine>;
  /** Whether nothing follows. */
  isAtEnd(): Promise<boolean>;
  /** The line of the manifest, once it was read; empty before. */
  manifest(): string;
  damaged(what: string, cause?: unknown): EarshotError;
  close(): Promise<void>;
}

function openLines(path: string): ArchiveLines {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  file.pipe(gunzip);
  const lines = linesOf(gunzip)[Symbol.asyncIterator]();
  let manifest = "";

  const damaged = (what: string, cause?: unknown) =>
    new EarshotError(
      "INVALID_INPUT",
      `${path} cannot be restored: ${what}. Nothing was written; take another backup.`,
      { details: { path }, cause },
    );

  async function next(): Promise<string> {
    try {
      const { done, value } = await lines.next();
      if (done !== true) return value;
    } catch (error) {
      throw damaged(`it cannot be read: ${whyRefused(error)}`, error);
    }
    throw damaged("it ends before its manifest, so it was never whole or was cut");
  }

  return {
    next,
    async control() {
      const line = await next();
      const found = parsed(line);
      if (found === undefined) throw damaged("a line in it is garbled");
      if ("manifest" in found) manifest = line;
      return found;
    },
    isAtEnd: async () => (await lines.next()).done === true,
    manifest: () => manifest,
    damaged,
    async close() {
      file.destroy();
      gunzip.destroy();
    },
  };
}

/** The rows of one table, a page at a time; returns what was read, which the archive confirms. */
async function* readPart(
  lines: ArchiveLines,
  table: TableShape,
): AsyncGenerator<readonly Values[], ArchivePart> {
  const begin = await lines.control();
  if (!("part" in begin) || begin.part !== table.name) {
    throw lines.damaged(`the part ${table.name} is missing`);
  }
  const sha256 = createHash("sha256");
  const most = rowsAtOnce(table);
  let count = 0;
  let page: Values[] = [];
  let line = await lines.next();
  for (; line.startsWith("["); line = await lines.next()) {
    sha256.update(line).update("\n");
    const row = parseRow(table, line);
    if (row === undefined) throw lines.damaged(`a row of ${table.name} is garbled`);
    page.push(row);
    count += 1;
    if (page.length < most) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
  const part: ArchivePart = { name: table.name, rows: count, sha256: sha256.digest("hex") };
  const end = parsed(line);
  if (end === undefined || !("end" in end) || !isSame(part, { ...end, name: end.end })) {
    throw lines.damaged(`the part ${part.name} is not what was written`);
  }
  return part;
}

/** Throws if the logs of an archive end elsewhere than its manifest says. */
export function assertLogs({ logs }: ArchiveManifest, { heads }: CheckedLogs): void {
  const isSameLogs =
    logs.length === heads.size &&
    logs.every(({ workspace, seq, hash: noted }) => {
      const head = heads.get(workspace);
      return head?.seq === seq && toHex(head.hash) === noted;
    });
  if (isSameLogs) return;
  throw new EarshotError(
    "INVALID_INPUT",
    "The logs in this backup end elsewhere than its manifest says: it was changed. Nothing was written; take another backup.",
  );
}

function isSame(one: ArchivePart, other: ArchivePart | undefined): boolean {
  return one.name === other?.name && one.rows === other.rows && one.sha256 === other.sha256;
}

function parsed(line: string): ControlLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as ControlLine) : undefined;
  } catch {
    return undefined;
  }
}

/** Splits by line feed alone: other line ends may occur in JSON. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new StringDecoder("utf8");
  const pieces: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [head = "", ...rest] = decoder.write(chunk).split("\n");
    pieces.push(head);
    length += head.length;
    for (const piece of rest) {
      yield pieces.join("");
      pieces.length = 0;
      pieces.push(piece);
      length = piece.length;
    }
    if (length > MAX_LINE) throw new Error(`it has a line of more than ${MAX_LINE} characters`);
  }
  const end = pieces.join("") + decoder.end();
  if (end !== "") yield end;
}
