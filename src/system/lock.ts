import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { EarshotError } from "../domain/errors.ts";

/** Result code of SQLite: somebody else has the file. */
const BUSY = 5;

/**
 * Takes a folder for one process. The lock is the operating system's, on a file that SQLite holds
 * open, so it ends with the process however that ends. Undefined where another process has it;
 * throws STORE_UNAVAILABLE where nobody could take it.
 */
export function takeLock(path: string): { release(): void } | undefined {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path);
    file.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode === BUSY) return undefined;
    throw lockError(path, error);
  }
  return { release: () => file.close() };
}

function lockError(path: string, cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The lock file ${path} cannot be used: ${(cause as Error).message}. Check that the folder can be written, and remove the file where no server runs.`,
    { details: { path }, cause },
  );
}

/** Whether some process has the lock at this moment. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const lock = takeLock(path);
  lock?.release();
  return lock === undefined;
}
