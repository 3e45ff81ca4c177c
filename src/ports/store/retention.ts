import type { WorkspaceId } from "../../domain/id.ts";
import type { RetentionKind } from "../../domain/policy/retention.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/**
 * A row by its primary key without the workspace, in the order of its columns. Of `requests`,
 * `messages`, `sessions` and `liaisons` the id; of `once` key and principal; of `memory_versions` agent, run, key and version;
 * of `web_sessions` the id of the key.
 */
export type RetentionKey = readonly (string | number)[];

/** What goes as a row; of the others the content goes and the row stays. */
export type DroppedKind = Exclude<RetentionKind, "requests" | "messages" | "sessions" | "liaisons">;

export interface RetentionQuery {
  readonly workspace: WorkspaceId;
  readonly kind: RetentionKind;
  /** What ended at this moment or before it is due. */
  readonly before: Timestamp;
  /** An approval that can still be collected or redeemed at this moment is not due, however old. */
  readonly now: Timestamp;
  /** Where the page before has ended. */
  readonly after?: RetentionKey;
  /** How many rows are looked at, due or not. */
  readonly limit: number;
}

export interface RetentionPage {
  readonly due: readonly RetentionKey[];
  /** Absent where there is nothing behind this page. */
  readonly next?: RetentionKey;
}

/** What is old; a part of the store. */
export interface AgedRows {
  /** A part of what is older than a policy keeps it; reads a bounded number of rows. */
  retentionPage(query: RetentionQuery): Promise<RetentionPage>;
}
