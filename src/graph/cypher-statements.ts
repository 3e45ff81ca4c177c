import { type NodeKind, RELATIONS, type Relation } from "../domain/liaison/graph.ts";

/*
 * All statements for a server that speaks Cypher. Values are always parameters. The type of a
 * relationship cannot be one and comes from our own list. Each statement may run again.
 */

const NODE = "EarshotNode";
const FOUND = "m.id AS id, m.kind AS kind, m.conversation AS conversation, m.props AS props";
const EDGE = `startNode(r).id AS source, type(r) AS type, endNode(r).id AS target,
  r.conversation AS conversation`;

/** The type of its relationships. */
function typeOf(relation: Relation): string {
  return relation.toUpperCase();
}

export function relationOf(type: string): Relation | undefined {
  return RELATIONS.find((relation) => typeOf(relation) === type);
}

/**
 * These make lookups fast. The first, where a server knows it, makes merges of two writers one. None is
 * required, since servers understand different ones.
 */
export const INDEXES: readonly string[] = [
  `CREATE CONSTRAINT earshot_node IF NOT EXISTS FOR (n:${NODE}) REQUIRE (n.workspace, n.id) IS UNIQUE`,
  `CREATE INDEX earshot_node_id IF NOT EXISTS FOR (n:${NODE}) ON (n.workspace, n.id)`,
  `CREATE INDEX earshot_node_conversation IF NOT EXISTS FOR (n:${NODE}) ON (n.workspace, n.conversation)`,
  ...RELATIONS.map(
    (relation) =>
      `CREATE INDEX earshot_${relation} IF NOT EXISTS FOR ()-[r:${typeOf(relation)}]-() ON (r.conversation)`,
  ),
];

/** The kind is a label, too, so that people can ask for requirements or feedback by it. */
export function putNodes(kind: NodeKind): string {
  return `UNWIND $rows AS row
    MERGE (n:${NODE} {workspace: $workspace, id: row.id})
    SET n:${labelOf(kind)}, n.kind = row.kind, n.conversation = row.conversation, n.props = row.props`;
}

function labelOf(kind: NodeKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

export function putEdges(relation: Relation): string {
  return `UNWIND $rows AS row
    MATCH (a:${NODE} {workspace: $workspace, id: row.from})
    MATCH (b:${NODE} {workspace: $workspace, id: row.to})
    MERGE (a)-[r:${typeOf(relation)}]->(b)
    SET r.conversation = row.conversation`;
}

export const REMOVE_NODES = `MATCH (n:${NODE} {workspace: $workspace, conversation: $conversation})
  DETACH DELETE n`;

export function removeEdges(relation: Relation): string {
  return `MATCH (n:${NODE} {workspace: $workspace})-[r:${typeOf(relation)}]->()
    WHERE r.conversation = $conversation DELETE r`;
}

export const FIND_NODE = `MATCH (m:${NODE} {workspace: $workspace, id: $id}) RETURN ${FOUND}`;

export const EDGES_OF = `MATCH (n:${NODE} {workspace: $workspace, id: $id})-[r]-(:${NODE})
  RETURN DISTINCT ${EDGE} ORDER BY source, type, target`;

/** Nodes one edge away from any of `ids`, with the one they were met from. */
export const NEIGHBOURS = {
  ancestors: neighbours("-[]->"),
  descendants: neighbours("<-[]-"),
} as const;

function neighbours(edge: string): string {
  return `UNWIND $ids AS from
    MATCH (:${NODE} {workspace: $workspace, id: from})${edge}(m:${NODE})
    RETURN DISTINCT from, ${FOUND} ORDER BY id, from`;
}

export const NODES_OF_CONVERSATION = `MATCH (m:${NODE} {workspace: $workspace, conversation: $conversation})
  RETURN ${FOUND} ORDER BY id`;

/** The agents and people that edges of the conversation lead to. */
export const SOMEBODY_OF_CONVERSATION = `MATCH
  (:${NODE} {workspace: $workspace, conversation: $conversation})-[r]->(m:${NODE})
  WHERE r.conversation = $conversation AND m.conversation IS NULL
  RETURN DISTINCT ${FOUND} ORDER BY id`;

export const EDGES_OF_CONVERSATION = `MATCH
  (:${NODE} {workspace: $workspace, conversation: $conversation})-[r]-(:${NODE})
  WHERE r.conversation = $conversation
  RETURN DISTINCT ${EDGE} ORDER BY source, type, target`;
