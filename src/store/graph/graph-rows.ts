import type { WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Graph, GraphEdge, GraphNode } from "../../domain/liaison/graph.ts";
import { present } from "../../domain/present.ts";
import type { Row } from "../schema/tables.ts";

export interface GraphRows {
  readonly nodes: readonly Row<"graph_nodes">[];
  readonly edges: readonly Row<"graph_edges">[];
}

/** Each node and edge once, as it stands last: a statement must not meet the same row twice. */
export function graphToRows(workspace: WorkspaceId, { nodes, edges }: Graph): GraphRows {
  const nodeRows = nodes.map((node) => [node.id, nodeToRow(workspace, node)] as const);
  const edgeRows = edges.map((edge) => {
    const { from, relation, to } = edge;
    return [JSON.stringify([from, relation, to]), edgeToRow(workspace, edge)] as const;
  });
  return { nodes: [...new Map(nodeRows).values()], edges: [...new Map(edgeRows).values()] };
}

function nodeToRow(workspace: WorkspaceId, node: GraphNode): Row<"graph_nodes"> {
  const { id, kind, conversation = null, props } = node;
  return { workspace, id, kind, conversation, props: JSON.stringify(props) };
}

function edgeToRow(workspace: WorkspaceId, edge: GraphEdge): Row<"graph_edges"> {
  const { from, relation, to, conversation } = edge;
  return { workspace, source: from, relation, target: to, conversation };
}

export function rowToNode(row: Omit<Row<"graph_nodes">, "workspace">): GraphNode {
  const { id, kind, conversation, props } = row;
  return {
    id,
    kind: kind as GraphNode["kind"],
    ...present({ conversation: conversation ?? undefined }),
    props: JSON.parse(props) as JsonObject,
  };
}

export function rowToEdge(row: Omit<Row<"graph_edges">, "workspace">): GraphEdge {
  const { source, relation, target, conversation } = row;
  return { from: source, relation: relation as GraphEdge["relation"], to: target, conversation };
}
