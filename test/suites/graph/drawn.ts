import { randomUUID } from "node:crypto";
import type { ConversationId } from "../../../src/domain/id.ts";
import type {
  Graph,
  GraphEdge,
  GraphNode,
  NodeKind,
  Reached,
} from "../../../src/domain/liaison/graph.ts";
import type { GraphStore } from "../../../src/ports/store/graph-store.ts";

/** The graph of the tests that run. */
export interface GraphUnderTest {
  readonly graph: GraphStore;
}

export const WORKSPACE = "default";
export const ELSEWHERE = "other";

export interface Drawn extends Graph {
  readonly conversation: ConversationId;
  /** The id of a node by its short name. */
  id(name: string): string;
  /** The short names of what was found, in its order. */
  names(found: readonly (Reached | GraphNode)[]): readonly string[];
}

/**
 * A graph of edges such as `b>a`, with ids that no other has; also where a server keeps its graph from
 * one run to the next.
 */
export function draw(
  edges: string,
  over: { readonly kinds?: Record<string, NodeKind> } = {},
): Drawn {
  const own = randomUUID();
  const conversation = `cnv_${own}` as ConversationId;
  const pairs = edges.split(/\s+/).map((edge) => edge.split(">"));
  const names = [...new Set(pairs.flat())];
  const id = (name: string) => `${name}/${own}`;
  const node = (name: string): GraphNode => ({
    id: id(name),
    kind: over.kinds?.[name] ?? "exchange",
    conversation,
    props: { name },
  });
  return {
    conversation,
    id,
    nodes: names.map(node),
    edges: pairs.flatMap(([from = "", to]) => (to === undefined ? [] : [edge(from, to)])),
    names: (found) => found.map((one) => String(("node" in one ? one.node : one).props["name"])),
  };

  function edge(from: string, to: string): GraphEdge {
    return { from: id(from), relation: "derived_from", to: id(to), conversation };
  }
}

export async function putting(graph: GraphStore, drawn: Drawn): Promise<Drawn> {
  await graph.put(WORKSPACE, drawn);
  return drawn;
}

/** In one order, whichever the engine has. */
export function sorted({ nodes, edges }: Graph): Graph {
  const byText = (one: unknown, other: unknown) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  const ordered = (edge: GraphEdge) => {
    const { from, relation, to, conversation } = edge;
    return { from, relation, to, conversation };
  };
  return {
    nodes: nodes.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    edges: edges.map(ordered).toSorted(byText),
  };
}
