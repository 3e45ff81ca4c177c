import { statfsSync, statSync } from "node:fs";
import { present } from "../domain/present.ts";
import type { MachineFigures } from "../ports/system/figures.ts";
import { anchoringNote, lastDrill, newestBackup } from "./backup-notes.ts";
import type { DataFolder } from "./data-folder.ts";

/**
 * Measures the disk of the data folder; undefined if that fails. It only looks at files, so that it
 * answers while a database does not.
 */
export function machineFigures(
  { root, database }: DataFolder["paths"],
  nowMs: number,
): MachineFigures | undefined {
  try {
    const { bavail, bsize } = statfsSync(root);
    const recordBytes = [database, `${database}-wal`].reduce((sum, path) => sum + sizeOf(path), 0);
    const note = newestBackup.read(root);
    const drill = lastDrill.read(root);
    return {
      freeBytes: bavail * bsize,
      ...(recordBytes > 0 && { recordBytes }),
      ...present({ anchorAgeMs: anchorAgeMs(root, nowMs) }),
      ...(note !== undefined && { backupAgeMs: Math.max(nowMs - Date.parse(note.at), 0) }),
      ...(drill !== undefined && {
        drillAgeMs: Math.max(nowMs - Date.parse(drill.at), 0),
        hasDrillFailed: drill.fault !== undefined,
      }),
    };
  } catch {
    return undefined;
  }
}

/** Of the place that was not written for longest; of one that never was, since it is to be. */
function anchorAgeMs(root: string, nowMs: number): number | undefined {
  const note = anchoringNote.read(root);
  const written = note?.places.map(({ doneAt }) => Date.parse(doneAt ?? note.since)) ?? [];
  return written.length === 0 ? undefined : Math.max(nowMs - Math.min(...written), 0);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
