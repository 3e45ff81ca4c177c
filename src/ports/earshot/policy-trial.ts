import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ChangedTest } from "../../domain/policy/changed-tests.ts";
import type { PolicyWarning } from "../../domain/policy/checks/check-open.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface DryRunPolicyInput {
  readonly source: JsonObject;
  /** The `next` of the answer before: what was sought earlier. */
  readonly cursor?: string;
}

/** An authorization that another policy would have treated otherwise. */
export interface PolicyTrial {
  readonly request: RequestId;
  readonly agentName: string;
  readonly tool: string;
  readonly at: Timestamp;
  /** Loosened: it would have needed fewer or other people, a lower level or no step-up. */
  readonly change: "loosened" | "tightened";
  readonly before: PolicyVerdict;
  readonly after: PolicyVerdict;
}

/** What another policy would have said to authorizations of the last 30 days, at most 1,000 at once. */
export interface PolicyDryRun {
  /** The number of authorizations examined, the newest first. */
  readonly examined: number;
  /** The number of those that nothing can be said about: they were erased. */
  readonly unjudged: number;
  readonly loosened: number;
  readonly tightened: number;
  /** The newest of those that it would have treated differently, at most 50 of each kind. */
  readonly examples: readonly PolicyTrial[];
  /** What it would let through unintentionally. */
  readonly warnings: readonly PolicyWarning[];
  /** Tests that change in one step with the rule that decides them; told with the newest. */
  readonly tests: readonly ChangedTest[];
  /** Absent where nothing else was sought in that time. */
  readonly next?: string;
}
