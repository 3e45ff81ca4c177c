import type { RequestId } from "../../domain/id.ts";
import type { RanCase } from "../../domain/policy/run-cases.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** How much a rule of this name has decided. */
export interface Traffic {
  readonly rule: string;
  readonly requests: number;
  /** When an agent last sought what it decided. */
  readonly last?: Timestamp;
  /** The request by which it was sought then. */
  readonly lastRequest?: RequestId;
}

/**
 * What the rules in force decide: of what agents sought in the last 30 days, at most 1,000 at once, and of the
 * tests beside them. Rules are told apart by their names.
 */
export interface PolicyCoverage {
  readonly revision: string;
  /** The number of authorizations counted, the newest first. */
  readonly examined: number;
  /** In the order in which they are tried. */
  readonly rules: readonly Traffic[];
  /** No rules of today: `default` where none matched, and rules that were there before. */
  readonly others: readonly Traffic[];
  /** What becomes of the tests now. */
  readonly tests: readonly RanCase[];
  /** Absent where nothing else was sought in that time. */
  readonly next?: string;
}
