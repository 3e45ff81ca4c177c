import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EarshotClient } from "../../client/client.ts";
import { EarshotError } from "../../domain/errors.ts";
import { isId, type SessionId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import { makeFolders } from "../../system/make-folders.ts";
import { eachEntry } from "./each-entry.ts";

/** What agents and people said is for the owner of the folder, until they pass it on. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const PAGE = 100;

export interface Exporting {
  readonly folder: string;
  /** Only for this agent. */
  readonly agent?: string | undefined;
}

/** Writes the ledger, and one file for each session with all its entries; returns how many. */
export async function exportToFolder(
  earshot: EarshotClient,
  { folder, agent }: Exporting,
): Promise<number> {
  const of = present({ agent });
  const sessions = join(folder, "sessions");
  makeFolder(sessions);
  await writeLines(join(folder, "sessions.jsonl"), await earshot.exportSessions(of));
  let count = 0;
  for await (const id of eachSession(earshot, of)) {
    await writeLines(join(sessions, `${id}.jsonl`), eachEntry(earshot, { id, isLive: false }));
    count += 1;
  }
  return count;
}

async function* eachSession(
  earshot: EarshotClient,
  of: { readonly agent?: string },
): AsyncGenerator<SessionId, void> {
  let cursor: string | undefined;
  do {
    const from = present({ cursor });
    const page = await earshot.listSessions({ ...of, ...from, limit: PAGE });
    // It becomes the name of a file.
    for (const { id } of page.items) if (isId("ses", id)) yield id;
    cursor = page.next;
  } while (cursor !== undefined);
}

/**
 * Either the new file is whole or the old one stays; an interrupted one is started again under the
 * same name.
 */
async function writeLines(file: string, values: AsyncIterable<unknown>): Promise<void> {
  const draft = `${file}.partial`;
  try {
    await write(draft, values);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

async function write(file: string, values: AsyncIterable<unknown>): Promise<void> {
  const opened = open(file);
  try {
    for await (const value of values) writeSync(opened, `${JSON.stringify(value)}\n`);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function open(file: string): number {
  try {
    return openSync(file, "w", FILE_MODE);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

function makeFolder(folder: string): void {
  try {
    makeFolders(resolve(folder), FOLDER_MODE);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

function unwritable(place: string, cause: unknown): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The export could not be written to ${place}: ${whyRefused(cause)}. Name another folder with --out.`,
    { details: { place }, cause },
  );
}
