import type { PrincipalId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { PolicyChanges } from "../../domain/policy/changes.ts";
import type { PolicyDifference, PolicyPart } from "../../domain/policy/policy-parts.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Page, PageInput } from "./call.ts";

/** One time that a policy was put in force, as the log tells it. */
export interface PolicyPut {
  /** The number of its event in the log. */
  readonly seq: number;
  /** The whole digest of the policy. */
  readonly revision: string;
  readonly at: Timestamp;
  /** When the next one came; absent while it is in force. */
  readonly until?: Timestamp;
  /** Absent if a server loaded it from its file at the start. */
  readonly by?: { readonly id: PrincipalId; readonly name: string };
  readonly via?: string;
}

export interface LoggedPolicy extends PolicyPut {
  /** The revision that it replaced. */
  readonly former?: string;
  /** Against the one that it replaced; absent if the text of either does not make its digest. */
  readonly changes?: PolicyChanges;
}

export interface PolicyRevision {
  readonly revision: string;
  readonly source: JsonObject;
  /** Each time that it was put in force, newest first. */
  readonly puts: readonly PolicyPut[];
}

export interface PolicyDiff {
  readonly from?: string;
  readonly to: string;
  readonly differences: readonly PolicyDifference[];
  /** Why the later one may let more pass; empty if it does not. */
  readonly allowsMore: readonly string[];
}

/** A part of a policy with the change that gave it its present form. */
export interface BlamedPart extends Pick<PolicyPart, "kind" | "name"> {
  readonly put: PolicyPut;
}

export interface PolicyBlame {
  readonly revision: string;
  readonly parts: readonly BlamedPart[];
}

/**
 * What policies said before, and who changed what; a part of `Earshot`. A revision is named by its
 * digest or by six or more of its first characters.
 */
export interface PolicyHistory {
  /** Newest first. */
  policyLog(input?: PageInput): Promise<Page<LoggedPolicy>>;
  /** Throws DIGEST_MISMATCH if the stored text is not what was put in force. */
  policyRevision(input: { readonly revision: string }): Promise<PolicyRevision>;
  /** `to` is the policy in force if absent; `from` the one that `to` replaced. */
  diffPolicies(input?: { readonly from?: string; readonly to?: string }): Promise<PolicyDiff>;
  /** Of the policy in force if no revision is named. */
  blamePolicy(input?: { readonly revision?: string }): Promise<PolicyBlame>;
}
