import { formatDuration } from "../../domain/duration.ts";
import { visibleText } from "../../render/visible-text.ts";
import { readBackupNote } from "../../system/backup-note.ts";
import type { Finding } from "./finding.ts";

const OLD_MS = 7 * 24 * 60 * 60 * 1_000;

/** The age of the newest backup that was taken from this machine; nothing where none is noted. */
export function checkBackup(data: string, now: number): Finding[] {
  const check = "backup";
  const note = readBackupNote(data);
  if (note === undefined) return [];
  const ageMs = Math.max(now - Date.parse(note.at), 0);
  const detail = `${formatDuration(ageMs)} old: ${visibleText(note.file, { keepLines: false })}`;
  if (ageMs <= OLD_MS) return [{ check, state: "ok", detail }];
  return [{ check, state: "warning", detail: `${detail}. Take another: npx earshot backup FILE` }];
}
