import { statfsSync, statSync } from "node:fs";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import type { DataFolder } from "./data-folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

type Paths = DataFolder["paths"];

/** Where the record of a folder was when a server last had it. */
interface Place {
  readonly path: string;
  /** The number of the database's file, which a move within one disk keeps and a copy does not. */
  readonly file: string;
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
  if (text === undefined || here === undefined) return;
  const last = readPlace(text);
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
    const { path, file } = Object(JSON.parse(text)) as Partial<Place>;
    return path === undefined || file === undefined ? undefined : { path, file };
  } catch {
    return undefined;
  }
}

/** From now on a start that finds the record elsewhere refuses. */
export function notePlace(paths: Paths): void {
  const here = placeOf(paths);
  if (here === undefined) return;
  const text = `${JSON.stringify(here)}\n`;
  if (text !== readPrivateFile(paths.place)) writePrivateFile(paths.place, text);
}

function placeOf({ root, database }: Paths): Place | undefined {
  const found = statSync(database, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : { path: root, file: String(found.ino) };
}

function isSteady({ root }: Paths): boolean {
  return process.platform !== "linux" || !UNSTEADY.has(statfsSync(root).type);
}
