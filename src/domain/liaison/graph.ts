import type { JsonObject } from "../json.ts";

/*
 * The graph of what led to what, in the terms of W3C PROV: an edge points from what came later to
 * what it came of, so that ancestors are reasons and descendants are consequences.
 */

export const NODE_KINDS = [
  "conversation",
  "exchange",
  "question",
  "requirement",
  "task",
  "specification",
  "result",
  "feedback",
  "agent",
  "person",
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export const RELATIONS = [
  /** An exchange, a task or feedback is part of a conversation; a requirement of a specification. */
  "part_of",
  /** A requirement, specification, question or feedback was made of what was said or shown. */
  "derived_from",
  /** A version of a specification was made of the one before. */
  "revision_of",
  /** An exchange was said, a result was made, by somebody. */
  "attributed_to",
  /** An exchange replies to a question. */
  "answers",
  /** Feedback or a part of it is about a requirement or a result. */
  "about",
] as const;
export type Relation = (typeof RELATIONS)[number];

export interface GraphNode {
  /** Unique within its workspace. */
  readonly id: string;
  readonly kind: NodeKind;
  /** The conversation it belongs to, with which it is erased; absent for agents and people. */
  readonly conversation?: string;
  readonly props: JsonObject;
}

export interface GraphEdge {
  readonly from: string;
  readonly relation: Relation;
  readonly to: string;
  readonly conversation: string;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** A node that was reached, and how far it is. */
export interface Reached {
  readonly node: GraphNode;
  /** In edges; 1 for a neighbour. */
  readonly depth: number;
}

const MAX_DEPTH = 64;
const DEPTH = 32;
const MAX_REACHED = 1_000;

/** How far and how much a query of a graph reaches, within what any of them may. */
export function reachBounds({
  maxDepth = DEPTH,
  limit = MAX_REACHED,
}: {
  readonly maxDepth?: number;
  readonly limit?: number;
}): { readonly depth: number; readonly limit: number } {
  return { depth: within(maxDepth, MAX_DEPTH), limit: within(limit, MAX_REACHED) };
}

/** A way of more edges is none. */
export const MAX_PATH = MAX_DEPTH;

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value), 1), most);
}
