import type { WorkspaceId } from "../../domain/id.ts";
import type { Graph } from "../../domain/liaison/graph.ts";
import { graphToRows } from "../graph/graph-rows.ts";
import {
  assigned,
  changes,
  changesIf,
  type Entry,
  insert,
  insertsEachIf,
  type SqliteWrite,
  statement,
  type WriteOf,
  type WriteTable,
} from "../schema/write-row.ts";
import { liaisonToRow } from "./rows.ts";

const CHANGEABLE = `person, worker, phase, due_at bigint, version integer, updated_at bigint,
  erased_at bigint, body`;
const ROW = `workspace, id, created_at bigint, ${CHANGEABLE}`;
const NODE = "workspace, id, kind, conversation, props";
const EDGE = "workspace, source, relation, target, conversation";
const OWN = `select n.id from graph_nodes n
  where n.workspace = _r.workspace and n.conversation = _r.conversation`;

const PUT_NODE = `
        on conflict (workspace, id) do update
          set kind = excluded.kind, conversation = excluded.conversation, props = excluded.props`;
const PUT_EDGE = `
        on conflict (workspace, source, relation, target) do update
          set conversation = excluded.conversation`;

const putNode = statement(`insert into graph_nodes (workspace, id, kind, conversation, props)
  values (_r.workspace, _r.id, _r.kind, _r.conversation, _r.props)${PUT_NODE}`);
const putEdge = statement(`insert into graph_edges (${EDGE})
  select _r.workspace, _r.source, _r.relation, _r.target, _r.conversation
  where exists (select 1 from graph_nodes n where n.workspace = _r.workspace and n.id = _r.source)
    and exists (select 1 from graph_nodes n where n.workspace = _r.workspace and n.id = _r.target)
  ${PUT_EDGE}`);

/* Edges of other conversations that end in it go too, or they would lead nowhere. */
const DROP = [
  `delete from graph_edges e
        where e.workspace = _r.workspace and e.conversation = _r.conversation`,
  `delete from graph_edges e where e.workspace = _r.workspace and e.source in (${OWN})`,
  `delete from graph_edges e where e.workspace = _r.workspace and e.target in (${OWN})`,
  `delete from graph_nodes n
        where n.workspace = _r.workspace and n.conversation = _r.conversation`,
];
const drops = DROP.map(statement);

/** Nodes and edges are in one array: a node has a kind, an edge has a relation. */
const putGraph: SqliteWrite = (db, row) => ("kind" in row ? putNode : putEdge)(db, row);

/** Conversations of the liaison, and the graph of what led to what. */
export const LIAISON_WRITES: WriteTable<"liaison" | "graph"> = {
  "liaison.put": {
    isMany: true,
    ...changesIf(
      `workspace, id, ${CHANGEABLE}`,
      `update liaisons l set ${assigned(CHANGEABLE)}
        where l.workspace = _r.workspace and l.id = _r.id and l.version = _r.version - 1`,
    ),
    toEntry: liaisonEntry,
  },
  "liaison.insert": {
    isMany: true,
    ...insertsEachIf("liaisons", ROW),
    toEntry: liaisonEntry,
  },
  "graph.put": {
    when: "rest",
    sql: `${insert("graph_nodes", NODE)} where r.kind is not null order by r.id${PUT_NODE};
      ${insert("graph_edges", EDGE)} where r.relation is not null
          and exists (${nodeIs("r.source")}) and exists (${nodeIs("r.target")})
        order by r.source, r.relation, r.target${PUT_EDGE};`,
    sqlite: putGraph,
    toEntry(workspace, { graph }) {
      const { nodes, edges } = graphToRows(workspace, graph);
      return { rows: [...nodes, ...edges], places: placesOf(workspace, graph) };
    },
  },
  "graph.drop": {
    ...changes("workspace, conversation", DROP.join(";\n      "), (db, row) => {
      for (const drop of drops) drop(db, row);
      return true;
    }),
    toEntry: (workspace, { conversation }) => ({
      rows: [{ workspace, conversation }],
      places: [`${workspace} graph ${conversation}`],
    }),
  },
};

function liaisonEntry(
  workspace: WorkspaceId,
  { liaison }: WriteOf<"liaison.insert" | "liaison.put">,
): Entry {
  const row = { ...liaisonToRow(liaison), workspace };
  return { rows: [row], places: [`${workspace} liaison ${row.id}`] };
}

/** No edge may lead to a missing node. */
function nodeIs(id: string): string {
  return `select from graph_nodes n where n.workspace = r.workspace and n.id = ${id}`;
}

/** The conversations and the nodes that they share. Otherwise two servers could wait for each other. */
function placesOf(workspace: WorkspaceId, { nodes, edges }: Graph): readonly string[] {
  const ofNodes = nodes.map(({ id, conversation }) => conversation ?? `node ${id}`);
  const places = [...ofNodes, ...edges.map(({ conversation }) => conversation)];
  return [...new Set(places)].map((place) => `${workspace} graph ${place}`);
}
