import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

const FILE_MODE = 0o600;

/** Writes a whole file or none, which only its owner may read. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: FILE_MODE, flush: true });
  renameSync(draft, path);
}

/**
 * The same, and it is there after a power cut too: what was signed or sealed with a key outlives the
 * key otherwise.
 */
export function writeLastingFile(path: string, text: string): void {
  writePrivateFile(path, text);
  flushFolder(dirname(path));
}

/**
 * Makes a file that only its owner may read, before a library opens it by its own rules, and takes the
 * rights of others on one that is there; where it is another user's file, `doctor` tells of it. Not for
 * a file that this process has open: to close it drops the locks that the process holds on it.
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

/** The text of a file; undefined where there is none. */
export function readPrivateFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A new name in a folder is on disk once the folder is. */
export function flushFolder(folder: string): void {
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
