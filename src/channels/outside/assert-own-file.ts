import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { invalidModule } from "./invalid-module.ts";

const OTHERS_WRITE = 0o022;
/** In such a folder nobody replaces what is another's. */
const STICKY = 0o1000;

/**
 * A module runs with all that this process may do, and sees the secrets of its channel. Whoever could
 * write it, or put another file in its place, would have that too. Gives the file itself, behind every
 * link.
 */
export function assertOwnFile(kind: string, path: string): string {
  const file = realpathSync(path);
  if ((statSync(file).mode & OTHERS_WRITE) !== 0) throw writable(kind, file);
  const folder = dirname(file);
  const { mode } = statSync(folder);
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) throw writable(kind, folder);
  return file;
}

function writable(kind: string, path: string) {
  return invalidModule(
    kind,
    `others can write ${path}, and with it what runs here. Mend: chmod go-w ${path}`,
  );
}
