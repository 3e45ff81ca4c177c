import type { WorkspaceId } from "../domain/id.ts";
import type { JsonObject } from "../domain/json.ts";
import { type Graph, type GraphEdge, type GraphNode, RELATIONS } from "../domain/liaison/graph.ts";
import { present } from "../domain/present.ts";
import type { GraphStore } from "../ports/store/graph-store.ts";
import {
  type CypherRow,
  type CypherServer,
  type Neo4jOptions,
  openCypherServer,
} from "./cypher-server.ts";
import {
  EDGES_OF,
  EDGES_OF_CONVERSATION,
  FIND_NODE,
  NEIGHBOURS,
  NODES_OF_CONVERSATION,
  putEdges,
  putNodes,
  REMOVE_NODES,
  relationOf,
  removeEdges,
  SOMEBODY_OF_CONVERSATION,
} from "./cypher-statements.ts";
import { type Neighbours, reach, shortestPath } from "./walk.ts";

/** How many rows a statement writes. */
const AT_ONCE = 1_000;

/**
 * The graph in Neo4j, or another server that speaks Cypher over Bolt. A put takes several statements that
 * may run again. If it is interrupted, putting the same again completes it.
 */
export async function createNeo4jGraph(options: Neo4jOptions): Promise<GraphStore> {
  const server = await openCypherServer(options);
  const inTurn = createTurns();

  async function findNode(workspace: WorkspaceId, id: string): Promise<GraphNode | undefined> {
    const [row] = await server.read(FIND_NODE, { workspace, id });
    return row === undefined ? undefined : toNode(row);
  }

  function neighbours(workspace: WorkspaceId, walk: keyof typeof NEIGHBOURS): Neighbours {
    return async (ids) => {
      const rows = await server.read(NEIGHBOURS[walk], { workspace, ids });
      return rows.map((row) => ({ from: String(row["from"]), node: toNode(row) }));
    };
  }

  return {
    put: (workspace, graph) => inTurn(() => putGraph(server, workspace, graph)),
    remove: (workspace, conversation) =>
      inTurn(async () => {
        await server.write(REMOVE_NODES, { workspace, conversation });
        for (const relation of RELATIONS) {
          await server.write(removeEdges(relation), { workspace, conversation });
        }
      }),
    node: findNode,
    async edges(workspace, id) {
      return (await server.read(EDGES_OF, { workspace, id })).flatMap(toEdge);
    },
    ancestors: (query) => reach(query, neighbours(query.workspace, "ancestors")),
    descendants: (query) => reach(query, neighbours(query.workspace, "descendants")),
    async path({ workspace, from, to }) {
      const first = await findNode(workspace, from);
      if (first === undefined) return [];
      return await shortestPath({ first, to }, neighbours(workspace, "ancestors"));
    },
    async whole(workspace, conversation) {
      const of = { workspace, conversation };
      const own = await server.read(NODES_OF_CONVERSATION, of);
      const somebody = await server.read(SOMEBODY_OF_CONVERSATION, of);
      const edges = await server.read(EDGES_OF_CONVERSATION, of);
      return closed({ nodes: [...own, ...somebody].map(toNode), edges: edges.flatMap(toEdge) });
    },
    close: () => server.close(),
  };
}

/** Without a constraint of the server, two merges of one node at a time could create two. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

async function putGraph(
  server: CypherServer,
  workspace: WorkspaceId,
  { nodes, edges }: Graph,
): Promise<void> {
  const nodeRows = nodes.map(({ id, kind, conversation = null, props }) => ({
    id,
    kind,
    conversation,
    props: JSON.stringify(props),
  }));
  for (const [kind, ofKind] of Map.groupBy(nodeRows, (row) => row.kind)) {
    for (const rows of inParts(ofKind)) await server.write(putNodes(kind), { workspace, rows });
  }
  const byRelation = Map.groupBy(edges, ({ relation }) => relation);
  for (const relation of RELATIONS) {
    const edgeRows = (byRelation.get(relation) ?? []).map(({ from, to, conversation }) => ({
      from,
      to,
      conversation,
    }));
    for (const rows of inParts(edgeRows)) {
      await server.write(putEdges(relation), { workspace, rows });
    }
  }
}

function inParts<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(rows.length / AT_ONCE);
  return Array.from({ length: count }, (_, part) =>
    rows.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
}

function toNode(row: CypherRow): GraphNode {
  const { id, kind, conversation, props } = row;
  return {
    id: String(id),
    kind: kind as GraphNode["kind"],
    ...present({ conversation: typeof conversation === "string" ? conversation : undefined }),
    props: JSON.parse(String(props)) as JsonObject,
  };
}

/** Empty for a relationship that somebody else made between our nodes. */
function toEdge({ source, type, target, conversation }: CypherRow): readonly GraphEdge[] {
  const relation = relationOf(String(type));
  if (relation === undefined) return [];
  const ends = { from: String(source), relation, to: String(target) };
  return [{ ...ends, conversation: String(conversation) }];
}

/** Without edges that lead out of it. */
function closed({ nodes, edges }: Graph): Graph {
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}
