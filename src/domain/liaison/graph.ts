import type { JsonObject } from "../json.ts";

/*
 * The graph of what led to what, in the terms of W3C PROV: an edge points from a later thing to what
 * it came from, so ancestors are reasons and descendants are consequences.
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
  /** A requirement, specification, question or feedback was derived from what was said or shown. */
  "derived_from",
  /** A version of a specification revises the one before. */
  "revision_of",
  /** Somebody said an exchange or made a result. */
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
  /** Its conversation, with which it is erased; absent for agents and people. */
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

/** A node that was reached, and its distance. */
export interface Reached {
  readonly node: GraphNode;
  /** In edges; 1 for a neighbour. */
  readonly depth: number;
}

const MAX_DEPTH = 64;
const DEPTH = 32;
const MAX_REACHED = 1_000;

/** How far a query reaches and how much it returns, within the limits for all queries. */
export function reachBounds({
  maxDepth = DEPTH,
  limit = MAX_REACHED,
}: {
  readonly maxDepth?: number;
  readonly limit?: number;
}): { readonly depth: number; readonly limit: number } {
  return { depth: within(maxDepth, MAX_DEPTH), limit: within(limit, MAX_REACHED) };
}

/** A path with more edges is not found. */
export const MAX_PATH = MAX_DEPTH;

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value), 1), most);
}
