import { compileGlob } from "../glob.ts";
import type { Rule } from "./policy.ts";

/*
 * The names of tools and agents in a rule. Case matters, except in a rule that denies: a client may
 * spell a tool or an agent differently from the rule, and must not get past a no that way. Nothing is
 * ever allowed by a name that differs in case.
 */

/** Compiles the patterns of a rule once; without patterns, every name matches. */
export function compileNames(
  patterns: readonly string[] | undefined,
  decision: Rule["decision"],
): (name: string) => boolean {
  if (patterns === undefined) return () => true;
  const as = decision === "deny" ? withoutCapitals : unchanged;
  const globs = patterns.map((pattern) => compileGlob(as(pattern)));
  return (name) => globs.some((matches) => matches(as(name)));
}

export function withoutCapitals(name: string): string {
  return name.toLowerCase();
}

function unchanged(name: string): string {
  return name;
}
