import type { WorkspaceId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** What is counted: every call, those that were too many, and the violations. */
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

/** Counts what doors see. Counting never fails a call and never makes one wait. */
export interface Tally {
  /** Without a workspace where nobody knows whose it is: a refused key, a foreign origin. */
  count(kind: TallyKind, workspace?: WorkspaceId): void;
}

/** What was counted of one kind in one bucket of time. */
export interface TallyCount {
  /** Absent where nobody knows whose it is. */
  readonly workspace?: WorkspaceId;
  /** When the bucket begins. */
  readonly bucket: Timestamp;
  readonly kind: TallyKind;
  readonly count: number;
}
