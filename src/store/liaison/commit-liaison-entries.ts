import type { WorkspaceId } from "../../domain/id.ts";
import type { Graph } from "../../domain/liaison/graph.ts";
import type { Write } from "../../ports/store/store.ts";
import { graphToRows } from "../graph/graph-rows.ts";
import type { Entry } from "../schema/write-row.ts";
import { liaisonToRow } from "./rows.ts";

export type LiaisonWrite = Extract<Write, { readonly type: `${"liaison" | "graph"}.${string}` }>;

export function liaisonEntry(workspace: WorkspaceId, write: LiaisonWrite): Entry {
  switch (write.type) {
    case "liaison.insert":
    case "liaison.put": {
      const row = { ...liaisonToRow(write.liaison), workspace };
      return { kind: write.type, rows: [row], places: [`${workspace} liaison ${row.id}`] };
    }
    case "graph.put": {
      const { nodes, edges } = graphToRows(workspace, write.graph);
      return {
        kind: write.type,
        rows: [...nodes, ...edges],
        places: placesOf(workspace, write.graph),
      };
    }
    case "graph.drop": {
      const { conversation } = write;
      const places = [`${workspace} graph ${conversation}`];
      return { kind: write.type, rows: [{ workspace, conversation }], places };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

/** The conversations, and what many of them share: else two nodes could wait for each other. */
function placesOf(workspace: WorkspaceId, { nodes, edges }: Graph): readonly string[] {
  const ofNodes = nodes.map(({ id, conversation }) => conversation ?? `node ${id}`);
  const places = [...ofNodes, ...edges.map(({ conversation }) => conversation)];
  return [...new Set(places)].map((place) => `${workspace} graph ${place}`);
}
