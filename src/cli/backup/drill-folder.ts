import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { dataPaths } from "../../system/data-folder.ts";
import { isLocked, takeLock } from "../../system/lock.ts";

const lockOf = (folder: string) => join(folder, "drilling");

/**
 * In the data folder, where the record is equally protected and there is room for it. Without a
 * data folder it is the folder for temporary files, which others use as well.
 */
function placeOf(data: string): { readonly parent: string; readonly prefix: string } {
  if (existsSync(data)) return { parent: dataPaths(data).root, prefix: "drill-" };
  return { parent: tmpdir(), prefix: `earshot-drill-${userInfo().uid}-` };
}

/** Works in a folder that is removed afterwards. */
export async function inDrillFolder<T>(
  data: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  removeLeft(data);
  const { parent, prefix } = placeOf(data);
  const folder = mkdtempSync(join(parent, prefix));
  const lock = takeLock(lockOf(folder));
  try {
    return await work(folder);
  } finally {
    lock?.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A killed drill leaves a whole record behind, with content that may have been erased since. */
export function removeLeft(data: string): void {
  const { parent, prefix } = placeOf(data);
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix))) {
    const folder = join(parent, name);
    if (!isLocked(lockOf(folder))) rmSync(folder, { recursive: true, force: true });
  }
}
