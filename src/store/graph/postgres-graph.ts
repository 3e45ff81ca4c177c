import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { Store } from "../../ports/store/store.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import { createGraphReads } from "./graph-reads.ts";
import { createSqlGraph } from "./sql-graph.ts";

/** The graph in the tables of the store, read through its pool, each read within one workspace. */
export function createPostgresGraph(
  database: Pick<PostgresDatabase, "kysely">,
  store: Pick<Store, "commit">,
): GraphStore {
  return createSqlGraph({
    reads: (workspace) => createGraphReads(database.kysely(workspace)),
    commit: (changes) => store.commit(changes),
  });
}
