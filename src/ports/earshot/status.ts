import type { SecurityScore } from "../../domain/policy/security-score.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** What is measured of the server; counts are of the last 24 hours and survive a restart. */
export interface Status {
  readonly calls: number;
  /** Calls that were refused because their caller made too many. */
  readonly limited: number;
  /** Refused keys, scopes, tokens, origins and decisions. */
  readonly violations: number;
  /** The score of these figures, by the bounds of the policy. */
  readonly securityScore: SecurityScore;
  /** Open requests of kind `authorization` that the caller may see. */
  readonly pendingAuthorizations: number;
  readonly uptimeMs: number;
  readonly memoryBytes: number;
  /** Of one processor, over the last minute or since the start. */
  readonly cpuPercent: number;
  /** Open waits and streams. */
  readonly activeSessions: number;
  /** The newest first, at most 20: what concerns the caller, and violations. */
  readonly recentLogs: readonly StatusLog[];
}

export interface StatusLog {
  readonly timestamp: Timestamp;
  readonly level: "INFO" | "WARNING";
  readonly message: string;
}
