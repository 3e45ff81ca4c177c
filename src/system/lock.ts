import { existsSync, statSync } from "node:fs";
import { EarshotError } from "../domain/errors.ts";
import { whyRefused } from "../domain/why-refused.ts";
import { keepPrivate } from "./private-file.ts";
import { DatabaseSync } from "./sqlite.ts";

/** Result code of SQLite: somebody else has the file. */
const BUSY = 5;

/** Longer than anybody checks the lock, so that a check keeps nobody from taking it. */
const LOOK_MS = 100;

/**
 * Takes a folder for one process. The lock belongs to the operating system, on a file that SQLite
 * holds open, so it ends with the process in any case. Undefined if another process has it; throws
 * STORE_UNAVAILABLE if nobody could take it.
 */
export function takeLock(path: string): { release(): void } | undefined {
  let file: DatabaseSync | undefined;
  try {
    // Only if it does not exist: closing a file that this process has locked would drop the lock.
    if (!existsSync(path)) keepPrivate(path);
    file = new DatabaseSync(path);
    file.exec(`pragma busy_timeout = ${LOOK_MS}; pragma locking_mode = exclusive; begin exclusive`);
  } catch (error) {
    file?.close();
    if (isBusy(error)) return undefined;
    throw lockError(path, error);
  }
  return { release: () => file.close() };
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === BUSY;
}

function lockError(path: string, cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The lock file ${path} cannot be used: ${whyRefused(cause)}. Check that the folder can be written, and remove the file where no server runs.`,
    { details: { path }, cause },
  );
}

/** Whether some process has the lock at this moment. */
export function isLocked(path: string): boolean {
  const look = createLockLook(path);
  try {
    return look.isLocked();
  } finally {
    look.close();
  }
}

/** Looks at one lock again and again: while it is held, its file stays open between the looks. */
export interface LockLook {
  isLocked(): boolean;
  close(): void;
}

export function createLockLook(path: string): LockLook {
  let file: DatabaseSync | undefined;
  let opened: number | undefined;

  function close(): void {
    file?.close();
    file = undefined;
  }

  function isHeld(): boolean {
    const found = statSync(path, { throwIfNoEntry: false })?.ino;
    // A file that was removed may still be held by a server that no longer has the folder.
    if (found !== opened) close();
    if (found === undefined) return false;
    file ??= new DatabaseSync(path, { readOnly: true, timeout: 0 });
    opened = found;
    file.exec("select 1 from sqlite_master");
    return false;
  }

  return {
    isLocked() {
      try {
        return isHeld();
      } catch (error) {
        if (isBusy(error)) return true;
        close();
        throw lockError(path, error);
      }
    },
    close,
  };
}
