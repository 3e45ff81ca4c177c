import { Kysely, SqliteDialect } from "kysely";
import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { Store } from "../../ports/store/store.ts";
import { type GraphJob, jobReads } from "../graph/graph-jobs.ts";
import { createGraphReads } from "../graph/graph-reads.ts";
import { createSqlGraph } from "../graph/sql-graph.ts";
import { createJobThread } from "../job-thread.ts";
import type { Tables } from "../tables.ts";
import { workerFile } from "../worker-file.ts";
import { asKysely } from "./database.ts";
import { DatabaseSync } from "./node-sqlite.ts";

const WORKER = workerFile(import.meta.url, "sqlite-graph-worker");

/**
 * The graph in the file of the store, read in a thread of its own, since a walk may go over many
 * nodes; of a database in memory, which no other thread can open, on the connection that is given.
 */
export function createSqliteGraph(
  source: string | DatabaseSync,
  store: Pick<Store, "commit">,
): GraphStore {
  const commit: Store["commit"] = (changes) => store.commit(changes);
  if (source instanceof DatabaseSync) {
    const dialect = new SqliteDialect({ database: asKysely(source) });
    const reads = createGraphReads(new Kysely<Tables>({ dialect }));
    return createSqlGraph({ reads: () => reads, commit });
  }
  const thread = createJobThread<GraphJob>({ file: WORKER, workerData: source, what: "graph" });
  const reads = jobReads(thread.run);
  return createSqlGraph({ reads: () => reads, commit, close: thread.close });
}
