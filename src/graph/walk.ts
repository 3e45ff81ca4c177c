import type { GraphNode, Reached } from "../domain/liaison/graph.ts";
import { MAX_PATH, reachBounds } from "../domain/liaison/graph.ts";
import type { ReachQuery } from "../ports/store/graph-store.ts";

/** A walk stops after meeting this many nodes. */
const MOST_NODES = 20_000;

/** A node one edge away, and from which it was met. */
export interface Step {
  readonly from: string;
  readonly node: GraphNode;
}

/** Nodes one edge away from any of these nodes, in the order of ids. */
export type Neighbours = (ids: readonly string[]) => Promise<readonly Step[]>;

/*
 * One query for each depth, on any server. A statement that walks by itself would follow every path, and
 * there are far more paths than nodes.
 */
export async function reach(
  query: ReachQuery,
  neighbours: Neighbours,
): Promise<readonly Reached[]> {
  const { depth: deepest, limit } = reachBounds(query);
  const met = new Set([query.id]);
  const reached: Reached[] = [];
  let edge: readonly string[] = [query.id];
  for (let depth = 1; depth <= deepest && edge.length > 0; depth++) {
    const fresh = newOnes(await neighbours(edge), met);
    for (const { node } of fresh) {
      if (query.kind === undefined || node.kind === query.kind) reached.push({ node, depth });
    }
    if (reached.length >= limit || met.size >= MOST_NODES) break;
    edge = fresh.map(({ node }) => node.id);
  }
  return reached.slice(0, limit);
}

/** A shortest path; empty if there is none of `MAX_PATH` edges or fewer. */
export async function shortestPath(
  { first, to }: { readonly first: GraphNode; readonly to: string },
  neighbours: Neighbours,
): Promise<readonly GraphNode[]> {
  const before = new Map<string, Step>();
  const met = new Set([first.id]);
  let edge: readonly string[] = [first.id];
  for (let depth = 0; depth < MAX_PATH && !met.has(to) && edge.length > 0; depth++) {
    const fresh = newOnes(await neighbours(edge), met);
    for (const step of fresh) before.set(step.node.id, step);
    edge = met.size >= MOST_NODES ? [] : fresh.map(({ node }) => node.id);
  }
  return met.has(to) ? wayBack(before, { first, to }) : [];
}

function wayBack(
  before: ReadonlyMap<string, Step>,
  { first, to }: { readonly first: GraphNode; readonly to: string },
): readonly GraphNode[] {
  const way: GraphNode[] = [];
  for (let step = before.get(to); step !== undefined; step = before.get(step.from)) {
    way.unshift(step.node);
  }
  return [first, ...way];
}

/** Notes the nodes that were not met before. */
function newOnes(steps: readonly Step[], met: Set<string>): readonly Step[] {
  return steps.filter(({ node }) => {
    const isNew = !met.has(node.id);
    met.add(node.id);
    return isNew;
  });
}
