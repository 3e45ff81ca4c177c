import type { Json } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { namesCover } from "./names.ts";
import type { Rule } from "./policy.ts";

const ANY = ["*"];

/**
 * The names of earlier rules that leave nothing to a rule; undefined where something may be left.
 * They may share its tools and agents among them, but each must take its part whole: without a budget
 * and without a condition that the rule has not itself.
 */
export function shadowOf(rule: Rule, earlier: readonly Rule[]): readonly string[] | undefined {
  const candidates = earlier.filter((one) => one.budget === undefined && isAsWide(one, rule));
  if (candidates.length === 0) return undefined;
  const names = new Set<string>();
  for (const tool of rule.tools ?? ANY) {
    for (const agent of rule.agents ?? ANY) {
      const found = candidates.find(
        ({ tools = ANY, agents = ANY, decision }) =>
          tools.some((wide) => namesCover(wide, tool, decision)) &&
          agents.some((wide) => namesCover(wide, agent, decision)),
      );
      if (found === undefined) return undefined;
      names.add(found.name);
    }
  }
  return [...names];
}

/**
 * A rule that lets pass does not match what cannot be compared, the others do (`Unsure`): with the
 * same conditions it leaves those actions to a later rule that asks or denies.
 */
function isAsWide(one: Rule, rule: Rule): boolean {
  const conditions = Object.entries(one.args ?? {});
  if (conditions.length === 0) return true;
  if (one.decision === "allow" && rule.decision !== "allow") return false;
  return conditions.every(([pointer, condition]) => {
    const own = rule.args?.[pointer];
    return own !== undefined && isSameJson({ ...condition } as Json, { ...own } as Json);
  });
}
