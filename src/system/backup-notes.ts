import { rmSync } from "node:fs";
import { join } from "node:path";
import { dataPaths } from "./data-folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/*
 * What a data folder says of its backups, for `doctor` and metrics. They are notes and no more: a backup
 * is as good as it is without them, and whoever removes them loses nothing else.
 */

/** The newest backup that was taken with this data folder. */
export interface BackupNote {
  /** ISO 8601: of the snapshot. */
  readonly at: string;
  readonly file: string;
}

/** That the server of this folder takes backups by itself. */
export interface ScheduleNote {
  readonly everyMs: number;
  /** The folder they go to. */
  readonly to: string;
  readonly keep: number;
  readonly drillEveryMs?: number;
  /** ISO 8601: since when. */
  readonly since: string;
  /** The last attempt, where nothing came of it. */
  readonly failed?: { readonly at: string; readonly why: string };
}

/** How the last restore for practice went. */
export interface DrillNote {
  /** ISO 8601: when it began. */
  readonly at: string;
  /** The backup that was restored. */
  readonly file: string;
  readonly tookMs: number;
  /** What did not hold; absent where all did. */
  readonly fault?: string;
}

interface Note<T> {
  /** Undefined where there is none, or nobody can read it. */
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
export const lastDrill = noteIn<DrillNote>("drill.json");
