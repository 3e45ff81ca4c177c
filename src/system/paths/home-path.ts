import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The path with the home folder of this account in the place of a `~` at its beginning, as shells and
 * git have it. No shell does that in a variable that another program sets, or behind `--data=`.
 */
export function homePath(path: string): string {
  if (path === "~") return homedir();
  const isInHome =
    path.startsWith("~/") || (process.platform === "win32" && path.startsWith("~\\"));
  return isInHome ? join(homedir(), path.slice(2)) : path;
}
