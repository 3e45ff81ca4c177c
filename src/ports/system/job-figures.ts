import type { RetentionKind } from "../../domain/policy/retention.ts";

/** What this process has done of what a server does by itself. */
export interface JobFigures {
  readonly retention: {
    /** What was erased of each kind. */
    readonly erased: Readonly<Record<RetentionKind, number>>;
    /** Sweeps that were broken off. */
    readonly failures: number;
    /** When one last went through all; absent where none has. */
    readonly sweptMs?: number;
  };
  /** Absent where it takes none by itself. */
  readonly backups?: {
    readonly failures: number;
  };
}
