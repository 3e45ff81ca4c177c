import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { Store } from "../../ports/store/store.ts";
import { sqliteKysely } from "../sqlite/kysely.ts";
import { DatabaseSync } from "../sqlite/node-sqlite.ts";
import { createJobThread } from "../threads/job-thread.ts";
import { workerFile } from "../threads/worker-file.ts";
import { type GraphJob, jobReads } from "./graph-jobs.ts";
import { createGraphReads } from "./graph-reads.ts";
import { createSqlGraph } from "./sql-graph.ts";

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
    const reads = createGraphReads(sqliteKysely(source));
    return createSqlGraph({ reads: () => reads, commit });
  }
  const thread = createJobThread<GraphJob>({ file: WORKER, workerData: source, what: "graph" });
  const reads = jobReads(thread.run);
  return createSqlGraph({ reads: () => reads, commit, close: thread.close });
}
