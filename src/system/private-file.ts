import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import { HOUR_MS } from "../domain/time.ts";

const FILE_MODE = 0o600;
const DRAFT = /\.\d+\.draft$/;
/** Whoever writes a file has touched it since. */
const LEFT_MS = HOUR_MS;

/** Whether it is a temporary file of an unfinished write. */
export const isDraft = (name: string): boolean => DRAFT.test(name);

/** Removes the temporary files that killed processes have left in a folder, by their names. */
export function removeDrafts(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isLeft)) {
    const path = join(folder, name);
    const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - touchedMs > LEFT_MS) rmSync(path, { force: true });
  }
}

/** Writes a whole file or none, which only its owner may read. */
export function writePrivateFile(path: string, text: string): void {
  removeDrafts(dirname(path), isDraft);
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: FILE_MODE, flush: true });
  renameSync(draft, path);
}

/**
 * The same, safe against a power cut: otherwise what a key signed or sealed would outlive the key.
 */
export function writeLastingFile(path: string, text: string): void {
  writePrivateFile(path, text);
  flushFolder(dirname(path));
}

/**
 * Makes a file that only its owner may read, before a library opens it by its own rules. Removes
 * the rights of others from an existing file; if it belongs to another user, `doctor` reports it.
 * Not for a file that this process has open: closing it drops the process's locks on it.
 */
export function keepPrivate(path: string): void {
  const opened = openSync(path, "a", FILE_MODE);
  try {
    if ((fstatSync(opened).mode & 0o077) !== 0) fchmodSync(opened, FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  } finally {
    closeSync(opened);
  }
}

/** Whether it is another account of this machine; nobody's where the system has no such numbers. */
export function isOfOthers(uid: number): boolean {
  const own = process.geteuid?.();
  return own !== undefined && uid !== own;
}

/** A link leads where its maker wants. The system's own account could do that anyway. */
export function isForeignLink(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() === true && found.uid !== 0 && isOfOthers(found.uid);
}

/**
 * The text of a file; undefined if it does not exist. Throws NOT_ALLOWED where it is a link that
 * another user made: it could lead to whatever this account may read, which would be sent on as a key.
 */
export function readPrivateFile(path: string): string | undefined {
  let opened: number;
  try {
    opened = openUnlessLinked(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return readFileSync(opened, "utf8");
  } finally {
    closeSync(opened);
  }
}

function openUnlessLinked(path: string): number {
  const { O_RDONLY, O_NOFOLLOW } = constants;
  try {
    // One step, so that nobody puts a link there between a look and the reading. Not on Windows.
    return openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0));
  } catch (cause) {
    // A link has one of several codes, by the system.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) throw cause;
    if (!isForeignLink(path)) return openSync(path, O_RDONLY);
    throw new EarshotError(
      "NOT_ALLOWED",
      `${path} is a link that another user of this machine made, and is not read: it could lead anywhere. Remove it, or put the file itself there.`,
      { details: { reason: "foreign_link", path }, cause },
    );
  }
}

/** A new name in a folder is on disk only once the folder is. */
export function flushFolder(folder: string): void {
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
