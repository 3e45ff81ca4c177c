import { createHash, hash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { EarshotError } from "../../domain/errors.ts";
import { toHex } from "../../domain/log/chain-check.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { ArchiveHead, ArchiveManifest, ArchivePart } from "./archive-form.ts";
import { type CheckedLogs, createLogsCheck, type LogsCheck } from "./check-logs.ts";
import type { OnProgress, Source } from "./record.ts";
import { rowText, type TableShape } from "./table-shape.ts";

const FILE_MODE = 0o600;

export interface Written extends CheckedLogs {
  readonly manifest: ArchiveManifest;
  /** SHA-256 of the manifest's line. Noted elsewhere, it tells this backup from any other. */
  readonly fingerprint: string;
}

/**
 * Writes a whole file or none: first under another name, and under its own once it is on disk. Throws if
 * the chain of a log is broken.
 */
export async function writeArchive(
  path: string,
  {
    head,
    source,
    onProgress,
  }: {
    readonly head: ArchiveHead;
    readonly source: Source;
    readonly onProgress?: OnProgress | undefined;
  },
): Promise<Written> {
  const draft = `${path}.partial`;
  try {
    const lines = openLines(draft);
    const written = await writeLines(lines, { head, source, onProgress });
    await lines.end();
    await flush(draft);
    await rename(draft, path);
    await flush(dirname(path));
    return written;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error instanceof EarshotError ? error : unwritable(path, error);
  }
}

async function writeLines(
  lines: Lines,
  {
    head,
    source,
    onProgress,
  }: {
    readonly head: ArchiveHead;
    readonly source: Source;
    readonly onProgress?: OnProgress | undefined;
  },
): Promise<Written> {
  const first = JSON.stringify(head);
  await lines.write(`${first}\n`);
  const logs = createLogsCheck();
  const parts: ArchivePart[] = [];
  for (const table of source.tables) {
    await lines.write(`${JSON.stringify({ part: table.name })}\n`);
    const part = await writePart(lines, source, { table, logs, onProgress });
    const { name, ...facts } = part;
    await lines.write(`${JSON.stringify({ end: name, ...facts })}\n`);
    parts.push(part);
  }
  await source.finish?.();
  const checked = logs.finish();
  const manifest: ArchiveManifest = {
    head: hash("sha256", first),
    parts,
    logs: [...checked.heads].map(([workspace, at]) => ({
      workspace,
      seq: at.seq,
      hash: toHex(at.hash),
    })),
  };
  const last = JSON.stringify({ manifest });
  await lines.write(`${last}\n`);
  return { ...checked, manifest, fingerprint: hash("sha256", last) };
}

async function writePart(
  lines: Lines,
  source: Source,
  {
    table,
    logs,
    onProgress,
  }: {
    readonly table: TableShape;
    readonly logs: LogsCheck;
    readonly onProgress?: OnProgress | undefined;
  },
): Promise<ArchivePart> {
  const sha256 = createHash("sha256");
  let rows = 0;
  for await (const page of source.rows(table)) {
    logs.add(table, page);
    const text = page.map((row) => `${rowText(row)}\n`).join("");
    sha256.update(text);
    await lines.write(text);
    rows += page.length;
    onProgress?.(table.name, rows);
    await source.rest?.();
  }
  return { name: table.name, rows, sha256: sha256.digest("hex") };
}

interface Lines {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

function openLines(path: string): Lines {
  const gzip = createGzip({ level: 6 });
  const file = createWriteStream(path, { mode: FILE_MODE });
  gzip.pipe(file);
  const done = finished(file);
  // Reported when awaited; until then, neither may end the process.
  gzip.on("error", (error) => file.destroy(error));
  done.catch((error) => gzip.destroy(error));
  return {
    async write(text) {
      if (gzip.destroyed) await done;
      if (!gzip.write(text)) await Promise.race([once(gzip, "drain"), done]);
    },
    async end() {
      gzip.end();
      await done;
    },
  };
}

async function flush(path: string): Promise<void> {
  const opened = await open(path, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function unwritable(path: string, cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The backup ${path} was not written: ${whyRefused(cause)}. There is no file of that name from this run; see that the folder is there and has room.`,
    { details: { path }, cause },
  );
}
