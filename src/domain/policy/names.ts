import { compileGlob, globCovers } from "../glob.ts";
import type { Rule } from "./policy.ts";

/*
 * The names of tools and agents in a rule. Capitals count, but where a rule denies: a tool of another
 * client, or an agent, is written otherwise than whoever wrote the rule thought of, and must not get
 * past a no by that. Nothing is ever let pass by other capitals.
 */

/** Takes the patterns of a rule apart once; without any, every name is meant. */
export function compileNames(
  patterns: readonly string[] | undefined,
  decision: Rule["decision"],
): (name: string) => boolean {
  if (patterns === undefined) return () => true;
  const as = decision === "deny" ? withoutCapitals : unchanged;
  const globs = patterns.map((pattern) => compileGlob(as(pattern)));
  return (name) => globs.some((matches) => matches(as(name)));
}

/** Whether a pattern of such a rule takes all that another one would. */
export function namesCover(wide: string, narrow: string, decision: Rule["decision"]): boolean {
  const as = decision === "deny" ? withoutCapitals : unchanged;
  return globCovers(as(wide), as(narrow));
}

export function withoutCapitals(name: string): string {
  return name.toLowerCase();
}

function unchanged(name: string): string {
  return name;
}
