import type { PolicyFacts } from "../decide.ts";

/** What may be wrong with a rule. It is reported only if one of its calls really slips through. */
export interface Suspicion {
  /** Within the rule, such as `args["/to/*"]`; empty for the rule itself. */
  readonly place: string;
  /** Calls that the author of the rule would not want to pass. */
  readonly calls: readonly PolicyFacts[];
  /** A sentence about what the rule says. */
  readonly what: string;
  /** A sentence about what to write instead. */
  readonly instead: string;
  /** Only an allowed call counts as slipping through; a smaller demand is right there. */
  readonly isAboutAllowed?: true;
  /** Reported whenever this rule does not decide, whatever else does. */
  readonly isAboutNames?: true;
  /** Reported if this rule lets CRITICAL be approved without a proof of who approves. */
  readonly isAboutProof?: true;
  /** Reported if this rule lets one person change arguments and approve them. */
  readonly isAboutEdits?: true;
}
