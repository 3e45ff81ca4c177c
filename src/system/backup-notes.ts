import { rmSync } from "node:fs";
import { join } from "node:path";
import { dataPaths } from "./data-folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/*
 * Notes in a data folder about its backups and about anchors elsewhere, for `doctor` and metrics. They are only notes: a backup
 * is just as good without them, and removing them loses nothing else.
 */

/** The newest backup that was taken with this data folder. */
export interface BackupNote {
  /** ISO 8601: time of the snapshot. */
  readonly at: string;
  readonly file: string;
}

/** Says that the server of this folder takes backups by itself. */
export interface ScheduleNote {
  readonly everyMs: number;
  /** The folder they go to. */
  readonly to: string;
  readonly keep: number;
  readonly drillEveryMs?: number;
  /** ISO 8601: since when. */
  readonly since: string;
  /** The last attempt, if it failed. */
  readonly failed?: { readonly at: string; readonly why: string };
}

/** The result of the last restore for practice. */
export interface DrillNote {
  /** ISO 8601: when it began. */
  readonly at: string;
  /** The backup that was restored. */
  readonly file: string;
  readonly tookMs: number;
  /** What failed; absent if everything held. */
  readonly fault?: string;
}

/** Says that the server of this folder writes its anchor elsewhere. */
export interface AnchoringNote {
  readonly everyMs: number;
  /** ISO 8601: since when. */
  readonly since: string;
  readonly places: readonly AnchoredPlace[];
}

export interface AnchoredPlace {
  /** A digest of its address, which may be a secret. */
  readonly id: string;
  readonly name: string;
  /** ISO 8601: when it was last written. */
  readonly doneAt?: string;
  /** The last attempt, if it failed. */
  readonly failed?: { readonly at: string; readonly why: string };
}

interface Note<T> {
  /** Undefined if there is none, or nobody can read it. */
  read(folder: string): T | undefined;
  write(folder: string, note: T): void;
  remove(folder: string): void;
}

function noteIn<T>(name: string): Note<T> {
  const path = (folder: string) => join(dataPaths(folder).root, name);
  return {
    read(folder) {
      const text = readPrivateFile(path(folder));
      if (text === undefined) return undefined;
      try {
        return JSON.parse(text) as T;
      } catch {
        return undefined;
      }
    },
    write: (folder, note) => writePrivateFile(path(folder), `${JSON.stringify(note)}\n`),
    remove: (folder) => rmSync(path(folder), { force: true }),
  };
}

export const newestBackup = noteIn<BackupNote>("backup.json");
export const backupSchedule = noteIn<ScheduleNote>("backup-schedule.json");
export const anchoringNote = noteIn<AnchoringNote>("anchoring.json");
export const lastDrill = noteIn<DrillNote>("drill.json");
