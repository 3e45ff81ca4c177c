import type { Json } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import type { CompiledPolicy } from "./decide.ts";
import type { PolicyCase } from "./policy.ts";
import { runCases } from "./run-cases.ts";

export const CHANGES = ["added", "removed", "changed"] as const;
export type Change = (typeof CHANGES)[number];

/** A test that comes, goes or changes in one step with the rule that decides it. */
export interface ChangedTest {
  readonly test: string;
  readonly change: Change;
  readonly rule: string;
  readonly ruleChange: Change;
}

/**
 * The tests that say no more whether a change of their rule was meant, since they change with it. A new test of
 * a new rule is left out: it takes nothing back.
 */
export function changedTests(
  before: CompiledPolicy,
  after: CompiledPolicy,
  now: number,
): readonly ChangedTest[] {
  const rules = changesOf(before.policy.rules, after.policy.rules);
  const tests = changesOf(before.policy.cases ?? [], after.policy.cases ?? []);
  const [was, is] = [deciding(before, now), deciding(after, now)];
  return [...tests].flatMap(([test, change]) => {
    const deciders = new Set([was.get(test), is.get(test)]);
    return [...deciders].flatMap((rule) => {
      const ruleChange = rule === undefined ? undefined : rules.get(rule);
      if (rule === undefined || ruleChange === undefined) return [];
      const isNew = change === "added" && ruleChange === "added";
      return isNew ? [] : [{ test, change, rule, ruleChange }];
    });
  });
}

type Named = Pick<PolicyCase, "name">;

function changesOf(before: readonly Named[], after: readonly Named[]): ReadonlyMap<string, Change> {
  const [old, now] = [byName(before), byName(after)];
  const changes = new Map<string, Change>();
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was === undefined) changes.set(name, "added");
    else if (is === undefined) changes.set(name, "removed");
    else if (!isSameJson(was, is)) changes.set(name, "changed");
  }
  return changes;
}

function byName(items: readonly Named[]): ReadonlyMap<string, Json> {
  return new Map(items.map((one) => [one.name, one as unknown as Json]));
}

/** By the name of a test, the rule that decides it. */
function deciding(compiled: CompiledPolicy, now: number): ReadonlyMap<string, string> {
  return new Map(runCases(compiled, now).map(({ name, rule }) => [name, rule]));
}
