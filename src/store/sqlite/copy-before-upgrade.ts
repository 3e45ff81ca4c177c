import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Database } from "./database.ts";
import { storeError } from "./errors.ts";

/** What stood in the file before its tables were changed; an earlier version starts on it. */
const copyPlace = (path: string) => `${path}.before-upgrade`;

/**
 * Copies the record as it is now, whole or not at all, over the copy of an earlier upgrade. It is on
 * disk when this returns.
 */
export function copyBeforeUpgrade(db: Database, path: string): string {
  const copy = copyPlace(path);
  const draft = `${copy}.partial`;
  // A killed upgrade may have left a part.
  rmSync(draft, { force: true });
  try {
    // Made first, so that nobody else may read it; SQLite takes an empty file.
    writeFileSync(draft, "", { mode: 0o600 });
    db.raw.prepare("vacuum into ?").run(draft);
    flush(draft);
    renameSync(draft, copy);
    flush(dirname(copy));
  } catch (error) {
    rmSync(draft, { force: true });
    throw storeError(error);
  }
  return copy;
}

/** Where erased words may still be: the copy of the last upgrade, if nobody has removed it. */
export function leftByUpgrade(path: unknown): readonly string[] {
  if (typeof path !== "string") return [];
  const copy = copyPlace(path);
  return existsSync(copy) ? [`${copy}, the copy from before the upgrade: until it is removed`] : [];
}

function flush(path: string): void {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
