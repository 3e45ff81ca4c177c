import type { WorkspaceId } from "../../domain/id.ts";
import type { RetentionKind } from "../../domain/policy/retention.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/**
 * A row by its primary key without the workspace, in the order of its columns. `requests`, `messages`,
 * `sessions` and `liaisons` have the id; `once` has key and principal; `memory_versions` has agent,
 * run, key and version; `web_sessions` has the id of the key.
 */
export type RetentionKey = readonly (string | number)[];

/** Kinds whose rows are removed; the others lose their content and keep the row. */
export type DroppedKind = Exclude<RetentionKind, "requests" | "messages" | "sessions" | "liaisons">;

export interface RetentionQuery {
  readonly workspace: WorkspaceId;
  readonly kind: RetentionKind;
  /** Rows that ended at this moment or before it are due. */
  readonly before: Timestamp;
  /** An approval that can still be collected or redeemed now is not due, however old it is. */
  readonly now: Timestamp;
  /** Where the page before ended. */
  readonly after?: RetentionKey;
  /** How many rows are looked at, due or not. */
  readonly limit: number;
}

export interface RetentionPage {
  readonly due: readonly RetentionKey[];
  /** Absent on the last page. */
  readonly next?: RetentionKey;
}

/** Old rows; a part of the store. */
export interface AgedRows {
  /** A page of rows that are older than a policy keeps them; reads a bounded number of rows. */
  retentionPage(query: RetentionQuery): Promise<RetentionPage>;
}
