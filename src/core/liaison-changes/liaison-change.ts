import type { PrincipalId } from "../../domain/id.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import type { Graph } from "../../domain/liaison/graph.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { graphOfLiaison } from "../../domain/liaison/liaison-graph.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { liaisonEvents } from "./liaison-events.ts";
import { withdrawnWrites, workerWrites } from "./worker-session.ts";

export interface LiaisonChange {
  readonly before: Liaison;
  readonly after: Liaison;
  readonly at: Timestamp;
  readonly actor?: PrincipalId;
}

/**
 * The writes and events of a change: the conversation, its part of the graph, and the session its
 * worker starts with.
 */
export async function liaisonChange(
  ctx: Context,
  { before, after, at, actor }: LiaisonChange,
): Promise<Pick<Change, "writes" | "events">> {
  const started = await workerWrites(ctx, { before, after });
  const ended = await withdrawnWrites(ctx, { before, after, at });
  const grown = difference(graphOfLiaison(before), graphOfLiaison(after));
  const by = actor === undefined ? { at } : { at, actor };
  return {
    writes: [
      { type: "liaison.put", liaison: after },
      ...graphWrites(grown),
      ...started.writes,
      ...ended.writes,
    ],
    events: [...liaisonEvents(ctx, { before, after }, by), ...started.events, ...ended.events],
  };
}

export function graphWrites(graph: Graph): readonly Write[] {
  return graph.nodes.length + graph.edges.length === 0 ? [] : [{ type: "graph.put", graph }];
}

/**
 * Nodes and edges that only the second graph has, so a turn does not rewrite a long conversation.
 */
function difference(before: Graph, after: Graph): Graph {
  const nodes = new Map(before.nodes.map((node) => [node.id, node]));
  const edges = new Set(before.edges.map(edgeName));
  return {
    nodes: after.nodes.filter((node) => {
      const known = nodes.get(node.id);
      return known === undefined || !isSameJson(known.props, node.props);
    }),
    edges: after.edges.filter((edge) => !edges.has(edgeName(edge))),
  };
}

function edgeName({ from, relation, to }: Graph["edges"][number]): string {
  return `${from} ${relation} ${to}`;
}
