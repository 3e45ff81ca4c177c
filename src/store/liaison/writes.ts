import type { Graph } from "../../domain/liaison/graph.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { Write } from "../../ports/store/store.ts";
import { graphToRows } from "../graph/graph-rows.ts";
import type { Database } from "../sqlite/database.ts";
import { liaisonToRow } from "./rows.ts";

export type LiaisonWrite = Extract<Write, { readonly type: `${"liaison" | "graph"}.${string}` }>;

const INSERT = `insert into liaisons (person, worker, phase, due_at, version, updated_at, erased_at,
    body, workspace, id, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
const PUT = `update liaisons set person = ?, worker = ?, phase = ?, due_at = ?, version = ?,
    updated_at = ?, erased_at = ?, body = ?
  where workspace = ? and id = ? and version = ?`;
const PUT_NODE = `insert into graph_nodes (workspace, id, kind, conversation, props)
  values (?, ?, ?, ?, ?) on conflict (workspace, id) do update
    set kind = excluded.kind, conversation = excluded.conversation, props = excluded.props`;
/** Nothing leads to what is not there. */
const PUT_EDGE = `insert into graph_edges (workspace, source, relation, target, conversation)
  select ?1, ?2, ?3, ?4, ?5 where exists (${nodeIs("?2")}) and exists (${nodeIs("?4")})
  on conflict (workspace, source, relation, target) do update
    set conversation = excluded.conversation`;
const NODES_OF = "select id from graph_nodes where workspace = ?1 and conversation = ?2";
/** Edges of others that end in it go too: nothing would be at their end. */
const DROP = [
  "delete from graph_edges where workspace = ?1 and conversation = ?2",
  `delete from graph_edges where workspace = ?1 and source in (${NODES_OF})`,
  `delete from graph_edges where workspace = ?1 and target in (${NODES_OF})`,
  "delete from graph_nodes where workspace = ?1 and conversation = ?2",
];

/** Conversations of the liaison and their graph; false where a conditional write found another state. */
export function writeLiaison(db: Database, workspace: string, write: LiaisonWrite): boolean {
  switch (write.type) {
    case "liaison.insert": {
      const row = liaisonToRow(write.liaison);
      const values = [...stateOf(write.liaison), workspace, row.id, row.created_at];
      return db.prepare(INSERT).run(...values).changes === 1;
    }
    case "liaison.put": {
      const { id, version } = write.liaison;
      const values = [...stateOf(write.liaison), workspace, id, version - 1];
      return db.prepare(PUT).run(...values).changes === 1;
    }
    case "graph.put":
      putGraph(db, workspace, write.graph);
      return true;
    case "graph.drop":
      for (const statement of DROP) db.prepare(statement).run(workspace, write.conversation);
      return true;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function nodeIs(id: string): string {
  return `select 1 from graph_nodes where workspace = ?1 and id = ${id}`;
}

function stateOf(liaison: Liaison): (string | number | null)[] {
  const row = liaisonToRow(liaison);
  return [
    row.person,
    row.worker,
    row.phase,
    row.due_at,
    row.version,
    row.updated_at,
    row.erased_at,
    row.body,
  ];
}

function putGraph(db: Database, workspace: string, graph: Graph): void {
  const { nodes, edges } = graphToRows(workspace, graph);
  for (const { id, kind, conversation, props } of nodes) {
    db.prepare(PUT_NODE).run(workspace, id, kind, conversation, props);
  }
  for (const { source, relation, target, conversation } of edges) {
    db.prepare(PUT_EDGE).run(workspace, source, relation, target, conversation);
  }
}
