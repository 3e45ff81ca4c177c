import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataPaths } from "../../system/data-folder.ts";
import { isLocked, takeLock } from "../../system/lock.ts";

const PREFIX = "drill-";
const lockOf = (folder: string) => join(folder, "drilling");

/**
 * Works in a folder that is gone afterwards. It lies in the data folder, where a record is as secret as it
 * is there, and where there is room for it.
 */
export async function inDrillFolder<T>(
  data: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  removeLeft(data);
  const folder = mkdtempSync(join(existsSync(data) ? dataPaths(data).root : tmpdir(), PREFIX));
  const lock = takeLock(lockOf(folder));
  try {
    return await work(folder);
  } finally {
    lock?.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A drill that was killed has left a whole record behind, with what was erased since. */
export function removeLeft(data: string): void {
  if (!existsSync(data)) return;
  const { root } = dataPaths(data);
  for (const name of readdirSync(root).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(root, name);
    if (!isLocked(lockOf(folder))) rmSync(folder, { recursive: true, force: true });
  }
}
