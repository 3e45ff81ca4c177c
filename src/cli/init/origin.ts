import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { present } from "../../domain/present.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { writePrivateFile } from "../../system/private-file.ts";
import { type EntryChange, type Origin, readIfThere } from "./file-change.ts";

/*
 * What a file was before our change, stored beside the key, so that it can be restored byte for
 * byte. It stores what the change removed and where, not the file, which may hold other people's
 * secrets. Once somebody else has written the file, it only says which parts of it we made.
 */

/** What is stored about one file. */
export interface Kept {
  readonly existed: boolean;
  readonly made: number;
  readonly entries: readonly string[];
  /** Folders made with the file, outermost first. */
  readonly folders: readonly string[];
  /** Who could read it before it held a key. */
  readonly mode?: number;
  /** Absent if the earlier bytes are unknown. */
  readonly splice?: Splice;
}

interface Splice {
  /** Digest of the file as we left it. */
  readonly after: string;
  readonly at: number;
  readonly was: string;
  readonly length: number;
}

export function readKept(data: string, path: string): Kept | undefined {
  try {
    return JSON.parse(readIfThere(keptFile(data, path)) ?? "null") ?? undefined;
  } catch {
    // Damaged: then only our own entry is known, as if nothing was stored.
    return undefined;
  }
}

/** The earlier bytes, if the file is as we left it and holds no other entry of ours. */
export function originOf(
  kept: Kept | undefined,
  current: string,
  entry: string,
): Pick<Origin, "text"> | undefined {
  if (kept === undefined || kept.entries.some((other) => other !== entry)) return undefined;
  return before(kept, current);
}

function before({ existed, splice }: Kept, current = ""): Pick<Origin, "text"> | undefined {
  if (splice?.after !== digest(current)) return undefined;
  const { at, was, length } = splice;
  return { text: existed ? current.slice(0, at) + was + current.slice(at + length) : undefined };
}

/** Stored before the change is made: otherwise a kill between the two would lose the way back. */
export function keepOrigin(data: string, change: EntryChange): void {
  const { path, before: current, after, isSecret } = change;
  const kept = readKept(data, path);
  if (kept !== undefined && current === after) return;
  const mode = kept?.mode ?? (isSecret ? modeOf(path) : undefined);
  const folders = [...(kept?.folders ?? []), ...missingFolders(dirname(path))];
  keep(data, path, { ...keptOf(change, kept), folders, ...present({ mode }) });
}

function keptOf({ before: current, after, origin }: EntryChange, kept: Kept | undefined) {
  const { entry, text, made } = origin;
  const others = kept?.entries.filter((other) => other !== entry) ?? [];
  const entries = [...others, entry];
  if (kept === undefined || others.length === 0) {
    return { existed: text !== undefined, made, entries, ...spliced({ text }, after) };
  }
  // Another entry of ours is already there: what was before both counts.
  const { existed, made: first } = kept;
  return { existed, made: first, entries, ...spliced(before(kept, current), after) };
}

/**
 * Once entries are removed: the stored origin goes with the last one, and so do the empty folders
 * we made.
 */
export function dropOrigins(data: string, changes: readonly EntryChange[]): void {
  const folders = changes.flatMap((change) => dropOrigin(data, change));
  for (const folder of folders.sort((one, other) => other.length - one.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody has put something into it, or it is gone.
    }
  }
}

function dropOrigin(data: string, { path, before: former, after, origin }: EntryChange) {
  const kept = readKept(data, path);
  if (kept === undefined) return [];
  const entries = kept.entries.filter((other) => other !== origin.entry);
  if (entries.length > 0 && after !== undefined) {
    const { splice: _, ...rest } = kept;
    keep(data, path, { ...rest, ...spliced(before(kept, former), after), entries });
    return [];
  }
  if (after !== undefined && kept.mode !== undefined) chmodSync(path, kept.mode);
  rmSync(keptFile(data, path), { force: true });
  return kept.folders;
}

function keptFile(data: string, path: string): string {
  return join(dataPaths(data).root, "keys", "undo", `${digest(path).slice(0, 32)}.json`);
}

function keep(data: string, path: string, kept: Kept): void {
  const file = keptFile(data, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writePrivateFile(file, `${JSON.stringify({ path, ...kept })}\n`);
}

function modeOf(path: string): number | undefined {
  return existsSync(path) ? statSync(path).mode & 0o777 : undefined;
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];
}

/** How to get from the planned file back to what it was, if that is known. */
function spliced(
  known: Pick<Origin, "text"> | undefined,
  after = "",
): { readonly splice?: Splice } {
  if (known === undefined) return {};
  const { text: was = "" } = known;
  const shorter = Math.min(was.length, after.length);
  let at = 0;
  while (at < shorter && was[at] === after[at]) at++;
  let tail = 0;
  while (tail < shorter - at && was.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const taken = was.slice(at, was.length - tail);
  return { splice: { after: digest(after), at, was: taken, length: after.length - tail - at } };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
