import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Already } from "../../domain/inbox/already.ts";
import type { InboxItem, Split } from "../../domain/inbox/inbox.ts";
import type { InboxSearch } from "../../domain/inbox/inbox-query.ts";
import type { PersonPrincipal } from "../../domain/people/principal.ts";
import type { AuthorizationRequest, Request } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Insights, SimilarRequest } from "../earshot/inbox.ts";

/** An item of the inbox with its request. */
export interface ListedItem extends InboxItem {
  readonly request: Request;
}

export interface InboxQuery {
  readonly workspace: WorkspaceId;
  readonly operator: Pick<PersonPrincipal, "id" | "name" | "role">;
  /** The operator's own agents, for which others decide; absent if nobody else could. */
  readonly ownAgents?: readonly PrincipalId[];
  readonly split: Split;
  /** A snooze holds if it ends later than this. */
  readonly now: Timestamp;
  /** The last item of the page before. */
  readonly after?: Pick<InboxItem, "id" | "level" | "expiresAt">;
  readonly limit: number;
}

/** The results of a search, newest first. */
export interface Found {
  readonly items: readonly InboxItem[];
  /** How far back it looked, if it found less than the limit and there is more to search. */
  readonly lookedTo?: RequestId;
}

export interface InsightsRead {
  readonly workspace: WorkspaceId;
  readonly since: Timestamp;
  /** Whose own share is told. */
  readonly person: PrincipalId;
  /** Of all agents, if absent. */
  readonly agent?: PrincipalId;
}

/** What people decided before a request. */
export interface Compared {
  /** The most similar first. */
  readonly similar: readonly SimilarRequest[];
  /** Of an authorization: the newest few of its agent and tool, newest first. */
  readonly earlier: readonly AuthorizationRequest[];
  /** Of an authorization: the one by which the same was approved before. */
  readonly already?: Already;
}

/** Reads that look at many rows; they run beside the main thread, on a connection that only reads. */
export interface InboxReader {
  search(input: {
    readonly workspace: WorkspaceId;
    readonly operator: PrincipalId;
    readonly search: InboxSearch;
    readonly now: Timestamp;
    /** The last id of the page before, or how far back the previous search looked. */
    readonly after?: RequestId;
    readonly limit: number;
  }): Promise<Found>;
  similar(input: {
    readonly workspace: WorkspaceId;
    readonly id: RequestId;
    readonly limit: number;
  }): Promise<Compared>;
  insights(input: InsightsRead): Promise<Insights>;
  close(): Promise<void>;
}
