import type { ConversationId, PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Liaison, Phase } from "../../domain/liaison/liaison.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface LiaisonQuery {
  readonly workspace: WorkspaceId;
  readonly person?: PrincipalId;
  /** The agent that does the task. */
  readonly worker?: PrincipalId;
  /** Tasks that this agent does, and defined tasks that nobody does. */
  readonly openTo?: PrincipalId;
  readonly phase?: Phase;
  readonly order: "newest" | "oldest";
  /** The last id of the page before. */
  readonly after?: ConversationId;
  readonly limit: number;
}

/** Conversations of the liaison; a part of the store. */
export interface LiaisonStore {
  findLiaison(workspace: WorkspaceId, id: ConversationId): Promise<Liaison | undefined>;
  listLiaisons(query: LiaisonQuery): Promise<readonly Liaison[]>;
  /** Conversations of all workspaces that are owed a turn by `at`, the earliest first. */
  dueLiaisons(at: Timestamp, limit: number): Promise<readonly Liaison[]>;
  /** When the next turn is owed. */
  nextLiaison(): Promise<Timestamp | undefined>;
}
