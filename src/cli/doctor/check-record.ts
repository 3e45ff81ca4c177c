import { existsSync } from "node:fs";
import { openReader } from "../../store/sqlite/database.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { type Finding, unknown } from "../terminal/finding.ts";

/** Which migrations the record in the data folder has; nothing where there is no record. */
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
