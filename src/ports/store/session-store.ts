import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Mark } from "../../domain/hub/mark.ts";
import type { PrincipalId, RequestId, SessionId, WorkspaceId } from "../../domain/id.ts";
import type { AgentProfile } from "../../domain/sessions/agent-profile.ts";
import type { Session, SessionEntry, SessionStatus } from "../../domain/sessions/session.ts";
import type { Surface } from "../../domain/surface.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface SessionQuery {
  readonly workspace: WorkspaceId;
  readonly agent?: PrincipalId;
  readonly status?: SessionStatus;
  readonly lane?: string;
  readonly root?: SessionId;
  readonly order: "newest" | "oldest";
  /** The last id of the page before. */
  readonly after?: SessionId;
  readonly limit: number;
}

/** Sessions and what belongs to them; a part of the store. */
export interface SessionStore {
  findSession(workspace: WorkspaceId, id: SessionId): Promise<Session | undefined>;
  listSessions(query: SessionQuery): Promise<readonly Session[]>;
  /** The session that continues it. */
  continuationOf(workspace: WorkspaceId, id: SessionId): Promise<Session | undefined>;
  /** The paused session that waits for this request. */
  sessionWaitingFor(workspace: WorkspaceId, request: RequestId): Promise<Session | undefined>;
  /** The session that a schedule began under this name. */
  sessionScheduled(by: {
    readonly workspace: WorkspaceId;
    readonly agent: PrincipalId;
    readonly scheduled: string;
  }): Promise<Session | undefined>;
  /**
   * The sessions of an agent that a host may take up at `at`, oldest first: queued ones, and running ones
   * whose claim ran out. Each lane gives its oldest, or none while one runs in it under a good claim.
   */
  claimableSessions(by: {
    readonly workspace: WorkspaceId;
    readonly agent: PrincipalId;
    readonly at: Timestamp;
    readonly limit: number;
  }): Promise<readonly Session[]>;
  /** When the claim of a running session of this agent next runs out. */
  nextClaimEnd(workspace: WorkspaceId, agent: PrincipalId): Promise<Timestamp | undefined>;
  /** The newest session that talks in this thread or was started by this message. */
  sessionAt(by: {
    readonly workspace: WorkspaceId;
    readonly channel: Surface;
    readonly chatId: string;
    readonly threadId: string;
  }): Promise<Session | undefined>;
  countSessions(by: {
    readonly workspace: WorkspaceId;
    readonly agent?: PrincipalId;
    readonly status: SessionStatus;
  }): Promise<number>;
  /** Entries after `after`, in order. */
  listSessionEntries(by: {
    readonly workspace: WorkspaceId;
    readonly session: SessionId;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly SessionEntry[]>;

  findMark(
    by: Pick<Mark, "workspace" | "channel" | "chatId" | "messageId" | "name">,
  ): Promise<Mark | undefined>;
  /** Marks of all workspaces that the platform must be told of by `at`, the earliest first. */
  dueMarks(at: Timestamp, limit: number): Promise<readonly Mark[]>;
  nextMark(): Promise<Timestamp | undefined>;
  /** Marks of one channel and all workspaces that are on, by place. `after` is the last one before. */
  listMarksOn(by: {
    readonly channel: RemoteChannel;
    readonly name: Mark["name"];
    readonly after?: Pick<Mark, "workspace" | "chatId" | "messageId">;
    readonly limit: number;
  }): Promise<readonly Mark[]>;

  findAgentProfile(workspace: WorkspaceId, agent: PrincipalId): Promise<AgentProfile | undefined>;
  /** In the order of the agents' ids. */
  listAgentProfiles(workspace: WorkspaceId): Promise<readonly AgentProfile[]>;
}
