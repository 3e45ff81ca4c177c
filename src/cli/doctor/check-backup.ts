import { statSync } from "node:fs";
import { formatDuration } from "../../domain/duration.ts";
import { DAY_MS } from "../../domain/time.ts";
import { visibleText } from "../../render/visible-text.ts";
import {
  backupSchedule,
  lastDrill,
  newestBackup,
  type ScheduleNote,
} from "../../system/backup-notes.ts";
import { type KeptBackup, namedIn } from "../backup/backup-folder.ts";
import type { Finding } from "../terminal/finding.ts";

const OLD_MS = 7 * DAY_MS;
const OLD_DRILL_MS = 90 * DAY_MS;
/** A slow backup, or one that had to be retried, is not late. */
const LATE = 2;

const oneLine = (text: string) => visibleText(text, { keepLines: false });
const since = (at: string, now: number) => Math.max(now - Date.parse(at), 0);

/** The newest backup of this machine, the schedule of its server, and the last restore drill. */
export function checkBackup(data: string, now: number): Finding[] {
  const schedule = backupSchedule.read(data);
  const newest = newestOf(data, schedule);
  const hasBackups = schedule !== undefined || newest !== undefined;
  return [
    ...(schedule === undefined ? [] : [scheduleFinding(data, { schedule, newest, now })]),
    ...(newest === undefined ? [] : [newestFinding(newest, schedule, now)]),
    ...(hasBackups ? [drillFinding(data, schedule, now)] : []),
  ];
}

/** By the note, or by the folder, where another node may have put one. */
function newestOf(data: string, schedule: ScheduleNote | undefined): KeptBackup | undefined {
  const note = newestBackup.read(data);
  const noted = note === undefined ? [] : [{ file: note.file, atMs: Date.parse(note.at) }];
  const kept = schedule === undefined ? [] : keptIn(schedule.to);
  return [...noted, ...kept].sort((one, other) => other.atMs - one.atMs)[0];
}

/** Failed backup attempts already report a folder that cannot be read. */
function keptIn(folder: string): readonly KeptBackup[] {
  try {
    return namedIn(folder);
  } catch {
    return [];
  }
}

function newestFinding(
  { file, atMs }: KeptBackup,
  schedule: ScheduleNote | undefined,
  now: number,
): Finding {
  const check = "backup";
  const ageMs = Math.max(now - atMs, 0);
  const detail = `${formatDuration(ageMs)} old: ${oneLine(file)}`;
  if (schedule !== undefined || ageMs <= OLD_MS) return { check, state: "ok", detail };
  return { check, state: "warning", detail: `${detail}. Take another: npx earshot backup FILE` };
}

function scheduleFinding(
  data: string,
  {
    schedule,
    newest,
    now,
  }: {
    readonly schedule: ScheduleNote;
    readonly newest: KeptBackup | undefined;
    readonly now: number;
  },
): Finding {
  const check = "backup schedule";
  const { everyMs, to, keep, failed } = schedule;
  const plan = `one every ${formatDuration(everyMs)} to ${oneLine(to)}, ${keep} kept`;
  if (failed !== undefined && Date.parse(failed.at) > (newest?.atMs ?? 0)) {
    const when = formatDuration(since(failed.at, now));
    return {
      check,
      state: "failed",
      detail: `${plan}; the last attempt failed ${when} ago: ${oneLine(failed.why)}`,
    };
  }
  const lastMs = newest?.atMs ?? Date.parse(schedule.since);
  const lateMs = now - lastMs;
  if (lateMs > LATE * everyMs) {
    const what = newest === undefined ? "none was taken for" : "the newest is from";
    const ago = newest === undefined ? "" : " ago";
    return {
      check,
      state: "warning",
      detail: `${plan}; ${what} ${formatDuration(lateMs)}${ago}. See whether a server runs, and what its log says`,
    };
  }
  return { check, state: "ok", detail: `${plan}${isOnSameDisk(data, to) ? SAME_DISK : ""}` };
}

const SAME_DISK = "; on the disk of the record, with which they would be lost";

function isOnSameDisk(data: string, to: string): boolean {
  const [own, other] = [data, to].map((path) => statSync(path, { throwIfNoEntry: false })?.dev);
  return own !== undefined && own === other;
}

function drillFinding(data: string, schedule: ScheduleNote | undefined, now: number): Finding {
  const check = "restore drill";
  const how = "npx earshot backup drill";
  const note = lastDrill.read(data);
  if (note === undefined) {
    return {
      check,
      state: "warning",
      detail: `None yet: whether a backup can be restored, ${how}`,
    };
  }
  const ageMs = since(note.at, now);
  const when = `${formatDuration(ageMs)} ago, of ${oneLine(note.file)}`;
  if (note.fault !== undefined) {
    return { check, state: "failed", detail: `Failed ${when}: ${oneLine(note.fault)}` };
  }
  const took = `${(note.tookMs / 1_000).toFixed(1)} s`;
  const detail = `held ${when}, restored in ${took}`;
  const oldMs = schedule?.drillEveryMs === undefined ? OLD_DRILL_MS : LATE * schedule.drillEveryMs;
  if (ageMs <= oldMs) return { check, state: "ok", detail };
  return { check, state: "warning", detail: `${detail}. Try again: ${how}` };
}
