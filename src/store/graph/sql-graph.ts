import type { WorkspaceId } from "../../domain/id.ts";
import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { Store, Write } from "../../ports/store/store.ts";
import type { GraphReads } from "./graph-reads.ts";

export interface SqlGraphOptions {
  /** Reads of one workspace. */
  readonly reads: (workspace: WorkspaceId) => GraphReads;
  /** Of the store whose tables they are. */
  readonly commit: Store["commit"];
  readonly close?: () => Promise<void>;
}

/** The graph in the tables of the store: what the core commits with a change is seen in it at once. */
export function createSqlGraph({ reads, commit, close }: SqlGraphOptions): GraphStore {
  async function write(workspace: WorkspaceId, change: Write): Promise<void> {
    const [result] = await commit([{ workspace, writes: [change], events: [] }]);
    if (result?.outcome === "failed") throw result.error;
  }

  return {
    put: (workspace, graph) => write(workspace, { type: "graph.put", graph }),
    remove: (workspace, conversation) => write(workspace, { type: "graph.drop", conversation }),
    node: async (workspace, id) => await reads(workspace).node(workspace, id),
    edges: async (workspace, id) => await reads(workspace).edges(workspace, id),
    ancestors: async (query) => await reads(query.workspace).ancestors(query),
    descendants: async (query) => await reads(query.workspace).descendants(query),
    path: async (query) => await reads(query.workspace).path(query),
    whole: async (workspace, conversation) => await reads(workspace).whole(workspace, conversation),
    close: async () => await close?.(),
  };
}
