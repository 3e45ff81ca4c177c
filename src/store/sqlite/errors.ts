import { EarshotError, isEarshotError } from "../../domain/errors.ts";

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

/** The tables forbid it. */
const CONSTRAINT = 19;
/** Too long, or of another type than its column. */
const OF_VALUE: readonly number[] = [18, 20];
/** Node refuses to pass it on: a number that no column holds. */
const OF_BINDING: readonly unknown[] = ["ERR_OUT_OF_RANGE", "ERR_INVALID_ARG_VALUE"];

/** The data is at fault: it will always fail and must not be tried again. */
function isOfValue(error: unknown): boolean {
  const code = primaryCode(error);
  if (code !== undefined) return OF_VALUE.includes(code);
  return OF_BINDING.includes((error as { code?: unknown } | null)?.code);
}

/** The whole store is in trouble, not only this change. */
export function isOfStore(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== undefined && OF_STORE.includes(code);
}

/**
 * After one of these, nobody can tell what is on disk: a failed fsync may have dropped what an earlier
 * one seemed to keep. The process must end and read its state again.
 */
export function isFatal(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CODES.IOERR || code === CODES.CORRUPT || code === CODES.NOTADB;
}

/** The error for callers: what is wrong and what fixes it. */
export function storeError(error: unknown): EarshotError {
  if (isEarshotError(error)) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (isOfValue(error)) {
    return new EarshotError(
      "INVALID_INPUT",
      `SQLite takes no such value: ${text}. Nothing was stored, and the same call fails again: change the value.`,
      { cause: error },
    );
  }
  if (primaryCode(error) === CONSTRAINT) {
    return new EarshotError("INTERNAL", `SQLite forbids what was to be stored: ${text}.`, {
      cause: error,
    });
  }
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
      return `The store failed and nothing was stored: ${sentence(error)}`;
  }
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.endsWith(".") ? text : `${text}.`;
}
