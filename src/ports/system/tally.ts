import type { WorkspaceId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** What is counted: every call, calls over the limit, and violations. */
export const TALLY_KINDS = [
  "calls",
  "limited",
  "refused_key",
  "refused_scope",
  "refused_token",
  "refused_origin",
  "refused_decision",
  "refused_grant",
] as const;
export type TallyKind = (typeof TALLY_KINDS)[number];

/** Counts for the doors. Counting never fails or delays a call. */
export interface Tally {
  /** Without a workspace if that is unknown: a refused key, a foreign origin. */
  count(kind: TallyKind, workspace?: WorkspaceId): void;
}

/** The count of one kind in one bucket of time. */
export interface TallyCount {
  /** Absent if the workspace is unknown. */
  readonly workspace?: WorkspaceId;
  /** When the bucket begins. */
  readonly bucket: Timestamp;
  readonly kind: TallyKind;
  readonly count: number;
}
