import type { Level } from "../../domain/authority/action.ts";
import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Conversation } from "../../domain/requests/conversation.ts";
import type { RequestKind, RequestStatus } from "../../domain/requests/request.ts";
import type { TimeSpan } from "../../domain/time-span.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** Which requests are listed. */
export interface RequestQuery {
  readonly workspace: WorkspaceId;
  readonly kind?: RequestKind;
  /** Only authorizations of this level; a question has no level. */
  readonly level?: Level;
  /** Only those created at this moment or later. */
  readonly since?: Timestamp;
  /** Only those asked within it. Beside it, `since` is for what one rule or conversation has. */
  readonly span?: TimeSpan;
  /** Only those that this rule of the policy decided or sent to people. */
  readonly rule?: string;
  readonly status?: RequestStatus;
  readonly agent?: PrincipalId;
  readonly conversation?: Pick<Conversation, "id" | "agent">;
  /** Only requests that ask this operator by name or nobody in particular. */
  readonly askedOf?: string;
  /** Only requests that ask whoever has this name, and of them this one alone. */
  readonly named?: string;
  readonly only?: RequestId;
  /** Leaves out requests that share the answer of another. */
  readonly folded?: boolean;
  readonly order: "newest" | "oldest";
  /** The last id of the page before. */
  readonly after?: RequestId;
  readonly limit: number;
}
