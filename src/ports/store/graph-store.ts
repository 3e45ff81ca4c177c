import type { ConversationId, WorkspaceId } from "../../domain/id.ts";
import type { Graph, GraphEdge, GraphNode, NodeKind, Reached } from "../../domain/liaison/graph.ts";

export interface ReachQuery {
  readonly workspace: WorkspaceId;
  readonly id: string;
  /** Only nodes of this kind are given; the way may lead over others. */
  readonly kind?: NodeKind;
  /** 1 to 64; 32 where absent. */
  readonly maxDepth?: number;
  /** At most so many, the nearest first; 1,000 where absent and at most. */
  readonly limit?: number;
}

/**
 * The graph of conversations, tasks and feedback. Named queries only: no language of a database leaks
 * out. Putting what is there already changes its props and is no error. Every implementation passes
 * `describeGraph`.
 */
export interface GraphStore {
  put(workspace: WorkspaceId, graph: Graph): Promise<void>;
  /** Takes out what belongs to a conversation; nodes of agents and people stay. */
  remove(workspace: WorkspaceId, conversation: ConversationId): Promise<void>;
  node(workspace: WorkspaceId, id: string): Promise<GraphNode | undefined>;
  /** Edges from and to a node. */
  edges(workspace: WorkspaceId, id: string): Promise<readonly GraphEdge[]>;
  /** What it came of, over any number of edges, the nearest first; each node once. */
  ancestors(query: ReachQuery): Promise<readonly Reached[]>;
  /** What came of it. */
  descendants(query: ReachQuery): Promise<readonly Reached[]>;
  /** One of the shortest ways from a node to another along the edges; empty where there is none. */
  path(query: {
    readonly workspace: WorkspaceId;
    readonly from: string;
    readonly to: string;
  }): Promise<readonly GraphNode[]>;
  /** All that belongs to a conversation, with the agents and people it leads to. */
  whole(workspace: WorkspaceId, conversation: ConversationId): Promise<Graph>;
  close(): Promise<void>;
}
