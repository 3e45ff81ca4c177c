import type { ConversationId, WorkspaceId } from "../../domain/id.ts";
import type { Graph, GraphEdge, GraphNode, NodeKind, Reached } from "../../domain/liaison/graph.ts";

export interface ReachQuery {
  readonly workspace: WorkspaceId;
  readonly id: string;
  /** Only nodes of this kind are returned; the path may lead over others. */
  readonly kind?: NodeKind;
  /** 1 to 64; 32 if absent. */
  readonly maxDepth?: number;
  /** How many nodes at most, the nearest first; 1,000 is the default and the limit. */
  readonly limit?: number;
}

/**
 * The graph of conversations, tasks and feedback. It has named queries only, so that no database
 * language leaks out. Putting something that exists changes its props and is no error. Every
 * implementation passes `describeGraph`.
 */
export interface GraphStore {
  put(workspace: WorkspaceId, graph: Graph): Promise<void>;
  /** Removes what belongs to a conversation; nodes of agents and people stay. */
  remove(workspace: WorkspaceId, conversation: ConversationId): Promise<void>;
  node(workspace: WorkspaceId, id: string): Promise<GraphNode | undefined>;
  /** Edges from and to a node. */
  edges(workspace: WorkspaceId, id: string): Promise<readonly GraphEdge[]>;
  /** What the node came of, over any number of edges; the nearest first, each node once. */
  ancestors(query: ReachQuery): Promise<readonly Reached[]>;
  /** What came of the node, likewise. */
  descendants(query: ReachQuery): Promise<readonly Reached[]>;
  /** A shortest path along the edges from one node to another; empty if there is none. */
  path(query: {
    readonly workspace: WorkspaceId;
    readonly from: string;
    readonly to: string;
  }): Promise<readonly GraphNode[]>;
  /** Everything that belongs to a conversation, with the agents and people it leads to. */
  whole(workspace: WorkspaceId, conversation: ConversationId): Promise<Graph>;
  close(): Promise<void>;
}
