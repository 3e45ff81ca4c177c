import { assigned, type CommitWrite, each, insert, insertOne } from "../schema/commit-write.ts";

/* Conversations of the liaison, and the graph of what led to what. */

const CHANGEABLE = `person, worker, phase, due_at bigint, version integer, updated_at bigint,
  erased_at bigint, body`;
const ROW = `workspace, id, created_at bigint, ${CHANGEABLE}`;
const NODE = "workspace, id, kind, conversation, props";
const EDGE = "workspace, source, relation, target, conversation";
const OWN = `select n.id from graph_nodes n
  where n.workspace = _r.workspace and n.conversation = _r.conversation`;

export const LIAISON_WRITES = {
  "liaison.put": {
    when: "if",
    isMany: true,
    sql: each(
      `workspace, id, ${CHANGEABLE}`,
      `update liaisons l set ${assigned(CHANGEABLE)}
        where l.workspace = _r.workspace and l.id = _r.id and l.version = _r.version - 1`,
    ),
  },
  "liaison.insert": {
    when: "if",
    isMany: true,
    sql: each(ROW, `${insertOne("liaisons", ROW)} on conflict do nothing`),
  },
  // Nodes and edges stand in one array: a node has a kind, an edge a relation.
  "graph.put": {
    when: "rest",
    sql: `${insert("graph_nodes", NODE)} where r.kind is not null order by r.id
        on conflict (workspace, id) do update
          set kind = excluded.kind, conversation = excluded.conversation, props = excluded.props;
      ${insert("graph_edges", EDGE)} where r.relation is not null
          and exists (${nodeIs("r.source")}) and exists (${nodeIs("r.target")})
        order by r.source, r.relation, r.target
        on conflict (workspace, source, relation, target) do update
          set conversation = excluded.conversation;`,
  },
  "graph.drop": {
    when: "rest",
    // Edges of others that end in it go too: nothing would be at their end.
    sql: each(
      "workspace, conversation",
      `delete from graph_edges e
        where e.workspace = _r.workspace and e.conversation = _r.conversation;
      delete from graph_edges e where e.workspace = _r.workspace and e.source in (${OWN});
      delete from graph_edges e where e.workspace = _r.workspace and e.target in (${OWN});
      delete from graph_nodes n
        where n.workspace = _r.workspace and n.conversation = _r.conversation`,
    ),
  },
} as const satisfies Record<string, CommitWrite>;

/** Nothing leads to what is not there. */
function nodeIs(id: string): string {
  return `select from graph_nodes n where n.workspace = r.workspace and n.id = ${id}`;
}
