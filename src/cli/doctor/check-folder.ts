import { existsSync, statfsSync, statSync } from "node:fs";
import { openReader } from "../../store/sqlite/database.ts";
import { dataPaths } from "../../system/data-folder.ts";
import type { FoundFolder } from "../../system/find-folder.ts";
import { signerFilesIn } from "../signers/signer-file.ts";
import { type Finding, unknown } from "../terminal/finding.ts";
import { folderLine } from "../terminal/folder-here.ts";

const MIN_FREE_BYTES = 256 * 1024 * 1024;
const OTHERS = 0o077;

/** Whose it is, who can read it, and how much room is left. */
export function checkFolder(found: FoundFolder): Finding[] {
  const paths = dataPaths(found.folder);
  const check = "data folder";
  if (!existsSync(paths.root)) {
    const detail = `${folderLine(found)}: it is not there. The first npx earshot start makes it.`;
    return [{ check, state: "warning", detail }];
  }
  const { key: keyOf, ...files } = paths;
  const journals = ["-wal", "-shm"].map((end) => `${paths.database}${end}`);
  const keys = [keyOf("operator"), keyOf("agent"), ...signerFilesIn(paths.root)];
  const open = [...Object.values(files), ...keys, ...journals].filter(
    (path) => existsSync(path) && (statSync(path).mode & OTHERS) !== 0,
  );
  const { bavail, bsize } = statfsSync(paths.root);
  const freeBytes = bavail * bsize;
  return [
    open.length === 0
      ? { check, state: "ok", detail: folderLine(found) }
      : {
          check,
          state: "failed",
          detail: `Other users can read ${open.join(", ")}. Mend: chmod go= ${open.join(" ")}`,
        },
    {
      check: "disk",
      state: freeBytes >= MIN_FREE_BYTES ? "ok" : "warning",
      detail: `${Math.round(freeBytes / 1024 / 1024)} MiB free`,
    },
  ];
}

/** Which migrations the record in the data folder has; empty if there is no record. */
export function checkRecord(data: string): readonly Finding[] {
  const check = "migrations";
  const { database } = dataPaths(data);
  if (!existsSync(database)) return [];
  try {
    const reader = openReader(database);
    try {
      const names = reader.prepare("select name from migrations order by name").all();
      const last = String(names.at(-1)?.["name"] ?? "none");
      return [{ check, state: "ok", detail: `${names.length} applied, the last is ${last}` }];
    } finally {
      reader.close();
    }
  } catch (error) {
    return [unknown(check, error)];
  }
}
