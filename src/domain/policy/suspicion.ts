import type { PolicyFacts } from "./decide.ts";

/** What may be wrong with a rule. It is told only where one of its calls is shown to slip through. */
export interface Suspicion {
  /** Within the rule, such as `args["/to/*"]`; empty for the rule itself. */
  readonly place: string;
  /** Calls that whoever wrote the rule would not want to pass so. */
  readonly calls: readonly PolicyFacts[];
  /** A sentence about what is written. */
  readonly what: string;
  /** A sentence about what to write. */
  readonly instead: string;
  /** Only one that is allowed has slipped through: less than the rule wants is right there. */
  readonly isAboutAllowed?: true;
  /** It is told wherever the rule does not decide, whatever does. */
  readonly isAboutNames?: true;
}
