import { createSqliteGraph } from "../../store/graph/sqlite-graph.ts";
import { createDirectInboxReader } from "../../store/inbox/in-memory-reader.ts";
import { createDirectAuditReader } from "../../store/log/in-memory-reader.ts";
import { openSqliteStore } from "../../store/sqlite-store.ts";
import { digest } from "../../system/digest.ts";
import { DatabaseSync } from "../../system/sqlite.ts";
import { statements } from "../../system/votes/statements.ts";
import type { StoreLife, WorldStore } from "./world-store.ts";

/** The error of SQLite on a full disk. */
class DiskFull extends Error {
  readonly errcode = 13;
}

class Crash extends Error {}

/** A database in memory, which stays while servers come and go. */
export async function openSqliteWorld(): Promise<WorldStore> {
  const database = new DatabaseSync(":memory:");
  const audit = createDirectAuditReader(database, { digest, statements });
  return {
    audit,
    rows: database,
    exec: (sql) => database.exec(sql),
    async open({ clock, faultAt, crash }: StoreLife) {
      const store = await openSqliteStore({
        path: database,
        clock,
        onFatal: crash,
        onPoint(point) {
          const fault = faultAt(point);
          if (fault === "full") throw new DiskFull("database or disk is full");
          if (fault !== "crash") return;
          crash();
          throw new Crash();
        },
      });
      return {
        store,
        audit,
        inbox: createDirectInboxReader(database),
        graph: createSqliteGraph(database, store),
        end() {
          void store.close();
          if (database.isTransaction) database.exec("rollback");
        },
      };
    },
    async close() {
      database.close();
    },
  };
}
