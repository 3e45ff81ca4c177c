import { type Kysely, type RawBuilder, sql } from "kysely";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Graph, Reached } from "../../domain/liaison/graph.ts";
import { MAX_PATH, reachBounds } from "../../domain/liaison/graph.ts";
import type { GraphStore, ReachQuery } from "../../ports/store/graph-store.ts";
import type { Row, Tables } from "../schema/tables.ts";
import { rowToEdge, rowToNode } from "./graph-rows.ts";

/** What only reads, the same on every engine. */
export type GraphReads = Omit<GraphStore, "put" | "remove" | "close">;

/**
 * So many steps of a walk at most, the nearest first: where many ways lead to the same nodes a walk
 * would otherwise go over each of them. Both engines give the steps of a walk in the order of its depth.
 */
const MOST_STEPS = 20_000;

const NODE = ["id", "kind", "conversation", "props"] as const;
type NodeRow = Pick<Row<"graph_nodes">, (typeof NODE)[number]>;
type ReachedRow = NodeRow & { readonly depth: number };

/** From an end of an edge to its other end: to what came before, or to what came of it. */
const WALKS = {
  ancestors: { from: sql.ref("e.source"), to: sql.ref("e.target") },
  descendants: { from: sql.ref("e.target"), to: sql.ref("e.source") },
} as const;

/*
 * No statement asks for an order that an index has, and none joins freely: SQLite would go over all of a
 * workspace for either. `cross join` keeps it to the order that is written.
 */
export function createGraphReads(kysely: Kysely<Tables>): GraphReads {
  async function reached(walk: keyof typeof WALKS, query: ReachQuery): Promise<readonly Reached[]> {
    const { rows } = await reach(walk, query).execute(kysely);
    return rows.map(({ depth, ...row }) => ({ node: rowToNode(row), depth: Number(depth) }));
  }

  const edges = (workspace: WorkspaceId) =>
    kysely
      .selectFrom("graph_edges")
      .select(["source", "relation", "target", "conversation"])
      .where("workspace", "=", workspace);

  return {
    async node(workspace, id) {
      const row = await kysely
        .selectFrom("graph_nodes")
        .select(NODE)
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToNode(row);
    },
    async edges(workspace, id) {
      const of = async (end: "source" | "target") =>
        await edges(workspace).where(end, "=", id).execute();
      const rows = [...(await of("source")), ...(await of("target"))];
      // One that leads from the node to itself is of both.
      const once = new Map(rows.map((row) => [JSON.stringify(row), rowToEdge(row)]));
      return [...once].toSorted(byText).map(([, edge]) => edge);
    },
    ancestors: (query) => reached("ancestors", query),
    descendants: (query) => reached("descendants", query),
    async path(query) {
      const { rows } = await path(query).execute(kysely);
      return rows.map(rowToNode);
    },
    async whole(workspace, conversation) {
      const own = await kysely
        .selectFrom("graph_nodes")
        .select(NODE)
        .where("workspace", "=", workspace)
        .where("conversation", "=", conversation)
        .execute();
      const { rows: others } = await somebody(workspace, conversation).execute(kysely);
      const drawn = await edges(workspace).where("conversation", "=", conversation).execute();
      return closed({ nodes: [...own, ...others].map(rowToNode), edges: drawn.map(rowToEdge) });
    },
  };
}

function byText([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The agents and people that edges of the conversation lead to. */
function somebody(workspace: string, conversation: string): RawBuilder<NodeRow> {
  return sql`
    select distinct n.id, n.kind, n.conversation, n.props
      from graph_edges e cross join graph_nodes n
      where e.workspace = ${workspace} and e.conversation = ${conversation}
        and n.workspace = ${workspace} and n.id = e.target and n.conversation is null`;
}

/** Without edges that lead out of it. */
function closed({ nodes, edges }: Graph): Graph {
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}

/** Equal steps are one, so that a cycle ends where its depth does. */
function reach(walk: keyof typeof WALKS, query: ReachQuery): RawBuilder<ReachedRow> {
  const { workspace, id, kind } = query;
  const { depth, limit } = reachBounds(query);
  const { from, to } = WALKS[walk];
  return sql`
    with recursive reach (id, depth) as (
      select ${to}, 1 from graph_edges e where e.workspace = ${workspace} and ${from} = ${id}
      union
      select ${to}, r.depth + 1 from reach r
        cross join graph_edges e
        where e.workspace = ${workspace} and ${from} = r.id and r.depth < ${depth}
    ),
    near (id, depth) as (
      select s.id, min(s.depth) from (select id, depth from reach limit ${MOST_STEPS}) as s
        where s.id <> ${id} group by s.id
    )
    select n.id, n.kind, n.conversation, n.props, near.depth
      from near cross join graph_nodes n
      where n.workspace = ${workspace} and n.id = near.id
        ${kind === undefined ? sql`` : sql`and n.kind = ${kind}`}
      order by near.depth, n.id limit ${limit}`;
}

/** The nearest depth of whatever can be reached, and from its end back over any node one nearer. */
function path({ workspace, from, to }: Parameters<GraphStore["path"]>[0]): RawBuilder<NodeRow> {
  return sql`
    with recursive reach (id, depth) as (
      select n.id, 0 from graph_nodes n where n.workspace = ${workspace} and n.id = ${from}
      union
      select e.target, r.depth + 1 from reach r
        cross join graph_edges e
        where e.workspace = ${workspace} and e.source = r.id and r.depth < ${MAX_PATH}
    ),
    near (id, depth) as materialized (
      select s.id, min(s.depth) from (select id, depth from reach limit ${MOST_STEPS}) as s
        group by s.id
    ),
    back (id, depth) as (
      select id, depth from near where id = ${to}
      union all
      select (select min(p.id) from graph_edges e cross join near p
          where e.workspace = ${workspace} and e.target = b.id
            and p.id = e.source and p.depth = b.depth - 1), b.depth - 1
        from back b where b.depth > 0
    )
    select n.id, n.kind, n.conversation, n.props
      from back b cross join graph_nodes n
      where n.workspace = ${workspace} and n.id = b.id
      order by b.depth`;
}
