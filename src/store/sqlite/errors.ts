import { EarshotError } from "../../domain/errors.ts";

/** Primary result codes of SQLite, https://sqlite.org/rescode.html. */
const CODES = { BUSY: 5, NOMEM: 7, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, NOTADB: 26 };
const OF_STORE: readonly number[] = Object.values(CODES);

function primaryCode(error: unknown): number | undefined {
  const errcode = (error as { errcode?: unknown } | null)?.errcode;
  return typeof errcode === "number" ? errcode & 0xff : undefined;
}

const DUPLICATES = [1555, 2067];

/** A row that must be new exists already. */
export function isDuplicate(error: unknown): boolean {
  return DUPLICATES.includes(Number((error as { errcode?: unknown } | null)?.errcode));
}

/** The whole store is in trouble, not the one change that met it. */
export function isOfStore(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== undefined && OF_STORE.includes(code);
}

/**
 * After one of these nobody can say what is on disk: a failed fsync may have thrown away what an
 * earlier one seemed to keep. The process must end and read its state anew.
 */
export function isFatal(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CODES.IOERR || code === CODES.CORRUPT || code === CODES.NOTADB;
}

/** The error that callers see: what is in the way and what mends it. */
export function storeError(error: unknown): EarshotError {
  return new EarshotError("STORE_UNAVAILABLE", messageFor(primaryCode(error), error), {
    cause: error,
  });
}

function messageFor(code: number | undefined, error: unknown): string {
  switch (code) {
    case CODES.FULL:
      return "The disk is full: nothing was stored. Free some space; Earshot goes on by itself.";
    case CODES.READONLY:
      return "The data folder cannot be written: nothing was stored. Mend its permissions.";
    case CODES.BUSY:
      return "Another program holds the database: nothing was stored. End it, then try again.";
    default:
      return `The store failed and nothing was stored: ${error instanceof Error ? error.message : error}.`;
  }
}
