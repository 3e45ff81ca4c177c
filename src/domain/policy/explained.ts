import type { Rule } from "./policy.ts";

/* Why a rule matches a call or does not, in a form that can be said in any language. */

/** What a rule makes of a call. */
export interface RuleReason {
  readonly rule: string;
  readonly decision: Rule["decision"];
  /** `spent`: it matches, and its budget has no room for the call. */
  readonly found: (typeof FOUND)[number];
  readonly why: RuleWhy;
}

export const FOUND = ["matches", "does_not_match", "undecided", "spent"] as const;

export interface RuleWhy {
  /**
   * `conditions`: what `parts` say; without any, it has no conditions. `elsewhere`: it is about other tools
   * or agents. `unnamed`: no condition of it names `argument`. `uncounted`: its budget cannot count the call.
   */
  readonly kind: (typeof WHYS)[number];
  readonly parts: readonly ExplainedPart[];
  /** Absent if there are secrets, which it might name a part of. */
  readonly argument?: string;
}

export const WHYS = ["conditions", "elsewhere", "unnamed", "uncounted"] as const;

/** A condition, or the smallest part of one that decided, and what it was. */
export interface ExplainedPart {
  /** As it is written. */
  readonly text: string;
  readonly is: (typeof PART_IS)[number];
  /** Why it failed, in English; absent if that would tell a secret. */
  readonly failed?: string;
  /** What was probably meant by a name that is not there. */
  readonly meant?: string;
  /** In the expression, from 1 on; absent for the short form. */
  readonly line?: number;
  readonly column?: number;
  /** What it was about. */
  readonly values: readonly ExplainedValue[];
}

export const PART_IS = ["true", "false", "failed"] as const;

export interface ExplainedValue {
  readonly text: string;
  /** As JSON; absent if nothing is there, or if it is secret. */
  readonly is?: string;
  /** Nobody is shown it. */
  readonly isSecret?: true;
}
