import { isEarshotError } from "../domain/errors.ts";
import type { GraphStore } from "../ports/store/graph-store.ts";
import type { Neo4jOptions } from "./cypher-server.ts";
import { createNeo4jGraph } from "./neo4j-graph.ts";

/**
 * The graph in a database that may be away. Each call tries to connect until one succeeds. Errors of the
 * address or the package are thrown at once.
 */
export async function openGraph(options: Neo4jOptions): Promise<GraphStore> {
  let opening: Promise<GraphStore> | undefined;

  function open(): Promise<GraphStore> {
    opening ??= createNeo4jGraph(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  await open().catch((error: unknown) => {
    if (!isEarshotError(error, "STORE_UNAVAILABLE")) throw error;
  });
  return {
    put: async (workspace, graph) => (await open()).put(workspace, graph),
    remove: async (workspace, conversation) => (await open()).remove(workspace, conversation),
    node: async (workspace, id) => (await open()).node(workspace, id),
    edges: async (workspace, id) => (await open()).edges(workspace, id),
    ancestors: async (query) => (await open()).ancestors(query),
    descendants: async (query) => (await open()).descendants(query),
    path: async (query) => (await open()).path(query),
    whole: async (workspace, conversation) => (await open()).whole(workspace, conversation),
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
