import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { ArchiveHead } from "../../store/transfer/archive-form.ts";
import { openArchive } from "../../store/transfer/read-archive.ts";
import { removeDrafts } from "../../system/private-file.ts";

/*
 * A folder of backups of which the newest are kept. A file counts only if it has such a name and
 * was signed by the keys of the same record. Anything else in the folder, including a backup of
 * another deployment, is neither counted nor removed.
 */

const NAME = /^earshot-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z\.backup$/;
const DRAFT = ".partial";
const FOLDER_MODE = 0o700;

export interface KeptBackup {
  readonly file: string;
  readonly atMs: number;
}

/**
 * The file of a new backup. Creates the folder if only that is missing, and removes unfinished
 * files that were begun there long ago.
 */
export function nextBackup(folder: string, now: Date): string {
  const root = resolve(folder);
  try {
    mkdirSync(root, { mode: FOLDER_MODE });
  } catch (cause) {
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new EarshotError(
        "INVALID_INPUT",
        `${root} cannot be made: ${whyRefused(cause)}. Name a folder that is there, such as a disk that is mounted.`,
        { details: { folder: root }, cause },
      );
    }
  }
  removeDrafts(root, (name) => name.endsWith(DRAFT) && NAME.test(name.slice(0, -DRAFT.length)));
  return join(root, `earshot-${now.toISOString().replaceAll(/[-:]/g, "")}.backup`);
}

/**
 * The newest backup in the folder that one of these keys has signed; undefined if there is none. A
 * backup that a fast clock dated in the future does not count: otherwise none would be taken until
 * then.
 */
export async function newestIn(
  folder: string,
  keyIds: ReadonlySet<string>,
  nowMs: number,
): Promise<KeptBackup | undefined> {
  for (const kept of namedIn(folder)) {
    if (kept.atMs <= nowMs && (await isSignedBy(kept.file, keyIds))) return kept;
  }
  return undefined;
}

/**
 * Removes everything older than the newest `keep` backups of this record. The one just taken always
 * counts as one of these: after a clock was set back, its name may not be the newest.
 */
export async function removeOld(
  taken: { readonly file: string; readonly head: Pick<ArchiveHead, "publicKeys"> },
  { folder, keep }: { readonly folder: string; readonly keep: number },
): Promise<readonly string[]> {
  const keyIds = keyIdsOf(taken.head);
  const removed: string[] = [];
  let kept = 1;
  for (const { file } of namedIn(folder)) {
    if (file === taken.file || !(await isSignedBy(file, keyIds))) continue;
    kept += 1;
    if (kept <= keep) continue;
    rmSync(file, { force: true });
    removed.push(file);
  }
  return removed;
}

/** The keys that show a backup to be one of this record. */
function keyIdsOf({ publicKeys }: Pick<ArchiveHead, "publicKeys">): ReadonlySet<string> {
  const keys = (publicKeys?.keys ?? []) as readonly { readonly kid?: string }[];
  return new Set(keys.flatMap(({ kid }) => kid ?? []));
}

/** By their names, the newest first. */
export function namedIn(folder: string): readonly KeptBackup[] {
  const root = resolve(folder);
  return namesIn(root)
    .flatMap((name) => {
      const moment = NAME.exec(name);
      if (moment === null) return [];
      const [, year, month, day, hour, minute, second] = moment;
      const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(atMs) ? [] : [{ file: join(root, name), atMs }];
    })
    .sort((one, other) => other.atMs - one.atMs);
}

function namesIn(root: string): readonly string[] {
  try {
    return readdirSync(root);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

async function isSignedBy(file: string, keyIds: ReadonlySet<string>): Promise<boolean> {
  try {
    const archive = await openArchive(file);
    await archive.close();
    return [...keyIdsOf(archive.head)].some((keyId) => keyIds.has(keyId));
  } catch {
    // An unreadable file is neither counted nor removed.
    return false;
  }
}
