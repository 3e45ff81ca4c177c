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

/** How the server's time stands to the clock of its system; over a database, to the database's. */
export interface ClockState {
  /** The time by which everything is decided and written. */
  readonly now: Timestamp;
  /** What the system's clock tells. */
  readonly told: Timestamp;
  /**
   * `behind`: it is more than a minute behind the log, and time goes on by itself. `jumped`: it is too
   * far ahead, and nothing is written until an owner accepts it.
   */
  readonly state: "right" | "behind" | "jumped";
}

export interface AcceptClockInput {
  /** The time that is accepted, as `told` by `clock`; ten minutes more or less do no harm. */
  readonly told: Timestamp;
}
