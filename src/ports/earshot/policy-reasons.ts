import type { RequestId } from "../../domain/id.ts";
import type { RuleReason } from "../../domain/policy/explained.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** What a policy says about an action, and what each rule makes of it, up to the one that decides. */
export interface TestedPolicy extends PolicyVerdict {
  readonly rules: readonly RuleReason[];
}

/** Why the rules said what they said of a request. */
export interface ExplainedRequest {
  readonly request: RequestId;
  /** What they said, and by which rule, as the record has it. */
  readonly outcome: PolicyVerdict["outcome"];
  readonly rule: string;
  /** The policy that judged it, and the moment as of which it is judged here again. */
  readonly revision: string;
  readonly isInForce: boolean;
  readonly at: Timestamp;
  /** Why nothing can be said of the rules: it was erased, or that policy is not held or not read any more. */
  readonly unknown?: "erased" | "not_held" | "unreadable";
  readonly rules: readonly RuleReason[];
  /** What these rules say today, where that is otherwise: a budget was spent, or the times have changed. */
  readonly anew?: Pick<PolicyVerdict, "outcome"> & { readonly rule: string };
  /** People are asked about such a tool, also where a rule allows it. */
  readonly tool?: "changed" | "new";
}
