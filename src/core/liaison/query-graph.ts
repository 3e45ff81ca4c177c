import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Graph, GraphNode, Reached } from "../../domain/liaison/graph.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { GraphQueryInput } from "../../ports/earshot/liaison.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { findLiaison } from "../liaison-changes/liaison-access.ts";

type Found = readonly Reached[] | readonly { readonly node: GraphNode }[];

export async function graphOf(
  ctx: Context,
  caller: Caller,
  { conversation_id: id }: { readonly conversation_id: ConversationId },
): Promise<Graph> {
  requireRight(caller, "read");
  const { workspace } = await findLiaison(ctx, caller, id);
  return await ctx.graph.whole(workspace, id);
}

/**
 * Named questions to the graph: what something led to and came from, why a question was asked,
 * which feedback a requirement got, how two things are connected.
 */
export async function queryGraph(
  ctx: Context,
  caller: Caller,
  input: GraphQueryInput,
): Promise<{ readonly items: Found }> {
  requireRight(caller, "read");
  const { id } = input;
  const { workspace } = caller.principal;
  const node = await ctx.graph.node(workspace, id);
  // A conversation's nodes are visible with it; those of agents and people only to people.
  const isVisible = node !== undefined && (await maySeeNode(ctx, caller, node));
  if (!isVisible) throw notFound("node", id);
  return { items: await fromEither(ctx, (graph) => found({ ...ctx, graph }, caller, input)) };
}

/**
 * Asks the other database if there is one. What it lacks, or cannot answer while away, comes from
 * the store.
 */
async function fromEither(
  ctx: Context,
  ask: (graph: Context["graph"]) => Promise<Found>,
): Promise<Found> {
  const { graph, graphMirror } = ctx;
  if (graphMirror === undefined) return await ask(graph);
  const mirrored = await ask(graphMirror).catch(() => [] as const);
  return mirrored.length > 0 ? mirrored : await ask(graph);
}

async function maySeeNode(ctx: Context, caller: Caller, node: GraphNode): Promise<boolean> {
  if (node.conversation === undefined) return caller.principal.kind !== "agent";
  const seen = await findLiaison(ctx, caller, node.conversation as ConversationId).catch(() => {});
  return seen !== undefined;
}

async function found(ctx: Context, caller: Caller, input: GraphQueryInput): Promise<Found> {
  const { query, id, to, kind } = input;
  const { workspace } = caller.principal;
  const from = { workspace, id, ...present({ kind }) };
  switch (query) {
    case "ancestors":
      return await visible(ctx, caller, await ctx.graph.ancestors(from));
    case "descendants":
      return await visible(ctx, caller, await ctx.graph.descendants(from));
    case "why_asked":
      return await visible(ctx, caller, await ctx.graph.ancestors({ ...from, kind: "exchange" }));
    case "feedback_of":
      return await visible(ctx, caller, await ctx.graph.descendants({ ...from, kind: "feedback" }));
    case "path": {
      if (to === undefined) {
        throw new EarshotError("INVALID_INPUT", "Say with `to` where the path leads.");
      }
      const nodes = await ctx.graph.path({ workspace, from: id, to });
      const way = nodes.map((node) => ({ node }));
      const seen = await visible(ctx, caller, way);
      // Its beginning alone would reveal that something hidden exists.
      return seen.at(-1) === way.at(-1) ? seen : [];
    }
  }
}

/** A path may lead through an agent or a person into conversations that the caller may not see. */
async function visible<T extends { readonly node: GraphNode }>(
  ctx: Context,
  caller: Caller,
  items: readonly T[],
): Promise<readonly T[]> {
  const { principal } = caller;
  const seesAll =
    principal.kind === "service" || (principal.kind === "person" && principal.role === "owner");
  if (seesAll) return items;
  const seen = new Map<string, boolean>();
  for (const { node } of items) {
    const { conversation = "" } = node;
    if (!seen.has(conversation)) seen.set(conversation, await maySeeNode(ctx, caller, node));
  }
  return items.filter(({ node }) => seen.get(node.conversation ?? "") === true);
}
