import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSqliteGraph } from "../../src/store/graph/sqlite-graph.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { describeGraph } from "../suites/describe-graph.ts";

function openStore(path: string | DatabaseSync) {
  return openSqliteStore({
    path,
    clock: systemClock,
    onFatal(error) {
      throw error;
    },
  });
}

describeGraph("SQLite, read in a thread", async () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-graph-"));
  const path = join(folder, "earshot.db");
  const store = await openStore(path);
  const graph = createSqliteGraph(path, store);
  return {
    graph,
    async close() {
      await graph.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});

describeGraph("SQLite in memory", async () => {
  const database = new DatabaseSync(":memory:");
  const store = await openStore(database);
  const graph = createSqliteGraph(database, store);
  return {
    graph,
    async close() {
      await graph.close();
      await store.close();
    },
  };
});
