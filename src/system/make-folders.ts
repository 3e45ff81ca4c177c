import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes the folder and those above it, whatever the umask. Node's own way goes round for ever in a place
 * such as /proc, which is there and takes no folder.
 */
export function makeFolders(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
    chmodSync(path, mode);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error;
  }
}
