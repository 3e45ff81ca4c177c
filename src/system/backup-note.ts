import { join } from "node:path";
import { dataPaths } from "./data-folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** The newest backup that was taken from this machine, for `doctor`. */
export interface BackupNote {
  /** ISO 8601: of the snapshot. */
  readonly at: string;
  readonly file: string;
}

const path = (folder: string) => join(dataPaths(folder).root, "backup.json");

export function writeBackupNote(folder: string, note: BackupNote): void {
  writePrivateFile(path(folder), `${JSON.stringify(note)}\n`);
}

/** Undefined where none was taken with this data folder, or nobody can tell. */
export function readBackupNote(folder: string): BackupNote | undefined {
  const text = readPrivateFile(path(folder));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as BackupNote;
  } catch {
    return undefined;
  }
}
