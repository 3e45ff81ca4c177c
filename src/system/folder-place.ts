import { statfsSync, statSync } from "node:fs";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

interface Paths {
  readonly root: string;
  readonly database: string;
  /** The file of the note. */
  readonly place: string;
}

/** Where a folder, and the record in it, were when Earshot last had them. */
interface Place {
  readonly path: string;
  /** The folder's number, which a move within one disk keeps; a copy and a clone have another. */
  readonly folder?: string;
  /** The same of the database's file, once the folder was served. */
  readonly file?: string;
}

/**
 * Types of Linux filesystems whose files may have another number at each mount: FUSE, 9p, SMB and the
 * shared folders of virtual machines. There the path alone tells.
 */
const UNSTEADY: ReadonlySet<number> = new Set([
  0x65735546, 0x01021997, 0xfe534d42, 0xff534d42, 0x517b, 0x786f4256,
]);

/**
 * Throws INVALID_INPUT if the record was last served elsewhere. On a copy every approval that is still
 * usable could be used a second time.
 */
export function assertInPlace(paths: Paths): void {
  const text = readPrivateFile(paths.place);
  const here = placeOf(paths);
  // Never served, or by a version that noted no place.
  if (text === undefined || here.file === undefined) return;
  const last = readPlace(text);
  if (last?.folder !== undefined && last.file === undefined) return;
  const isSame = isSteady(paths) ? last?.file === here.file : last?.path === here.path;
  if (isSame) return;
  const found =
    last === undefined
      ? `Where the record in ${paths.root} was last served cannot be read in ${paths.place}, so it may be a copy.`
      : `The record in ${paths.root} was last served as another file, in ${last.path}: it was copied or moved.`;
  throw new EarshotError(
    "INVALID_INPUT",
    `${found} On a copy each approval could be used a second time. Of a copy take a backup and restore that into a new folder, which voids them: npx earshot backup. If it was moved, and no other copy is in use: npx earshot start --moved`,
    {
      details: { reason: "copied_or_moved", folder: paths.root, ...present({ last: last?.path }) },
    },
  );
}

/** Undefined if it was damaged. */
function readPlace(text: string): Place | undefined {
  try {
    const { path, folder, file } = Object(JSON.parse(text)) as Partial<Place>;
    const isWhole = path !== undefined && (folder ?? file) !== undefined;
    return isWhole ? { path, ...present({ folder, file }) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether Earshot made or served this very folder. By its number alone, also where that may change
 * with a mount: whoever sends a folder can guess the path that it will have, but never the number.
 */
export function isKnownHere(paths: Paths): boolean {
  const last = readPlace(readPrivateFile(paths.place) ?? "");
  if (last === undefined) return false;
  const { folder, file } = placeOf(paths);
  // Earlier versions noted the record alone.
  return last.folder === undefined ? last.file === file : last.folder === folder;
}

/** From now on a start that finds the record elsewhere refuses, and the folder is known here. */
export function notePlace(paths: Paths): void {
  note(paths, placeOf(paths));
}

/** The folder is known here from now on. Where its record was last served stays as it was noted. */
export function noteFolder(paths: Paths): void {
  const text = readPrivateFile(paths.place);
  const last = text === undefined ? undefined : readPlace(text);
  // A note that cannot be read keeps its record from being served.
  if (text !== undefined && last === undefined) return;
  const { path, folder } = placeOf(paths);
  note(paths, { path, ...present({ folder, file: last?.file }) });
}

function note(paths: Paths, place: Place): void {
  const text = `${JSON.stringify(place)}\n`;
  if (text !== readPrivateFile(paths.place)) writePrivateFile(paths.place, text);
}

function placeOf({ root, database }: Paths): Place {
  const numberOf = (path: string) => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? undefined : String(found.ino);
  };
  return { path: root, ...present({ folder: numberOf(root), file: numberOf(database) }) };
}

function isSteady({ root }: Paths): boolean {
  return process.platform !== "linux" || !UNSTEADY.has(statfsSync(root).type);
}
