import type { DroppedKind } from "../../ports/store/retention.ts";
import type { Write } from "../../ports/store/store.ts";
import { eraseDeliveries } from "../hub/writes.ts";
import type { Database } from "../sqlite/database.ts";

export type RetentionWrite = Extract<Write, { readonly type: "message.erase" | "retention.drop" }>;

const ERASE_MESSAGE = `update messages set text = ?, salt = ''
  where workspace = ? and id = ? and salt <> ''`;
const DROP: Readonly<Record<DroppedKind, string>> = {
  once: "delete from once where workspace = ? and key = ? and principal = ?",
  memory_versions: `delete from memory_versions
    where workspace = ? and agent = ? and run = ? and key = ? and version = ?`,
  web_sessions:
    "delete from keys where workspace = ? and id = ? and web is not null and revoked_at is null",
};

/** False where there is no text to erase any more. */
export function writeRetention(db: Database, workspace: string, write: RetentionWrite): boolean {
  if (write.type === "message.erase") {
    const { id, text } = write.message;
    if (db.prepare(ERASE_MESSAGE).run(text, workspace, id).changes !== 1) return false;
    eraseDeliveries(db, workspace, id);
    return true;
  }
  for (const key of write.rows) db.prepare(DROP[write.of]).run(workspace, ...key);
  return true;
}
