import { compileGlob } from "../../../src/domain/glob.ts";
import {
  type CompiledPolicy,
  callOf,
  type PolicyFacts,
} from "../../../src/domain/policy/decide.ts";
import type { Truth } from "../../../src/domain/policy/expressions/expression.ts";
import type { Rule } from "../../../src/domain/policy/policy.ts";

/** What the rules of a policy make of many calls, by the evaluator alone. */
export interface BruteForce {
  /** The rules that decide none of the calls: one before them without a budget always matches, or none does. */
  dead(compiled: CompiledPolicy): readonly string[];
  /** Rules that allow before others that deny, where the one does not lie within the other. */
  overlapping(compiled: CompiledPolicy): readonly string[];
}

/** What a rule makes of a call does not depend on the rules around it, so it is judged once. */
export function createBruteForce(calls: readonly PolicyFacts[]): BruteForce {
  const known = new Map<string, Map<number, Truth>>();
  const keys = new WeakMap<Rule, string>();

  function found(compiled: CompiledPolicy, index: number, at: number): Truth {
    const one = compiled.rules[index];
    const call = calls[at];
    if (one === undefined || call === undefined) return false;
    const key = keys.get(one.rule) ?? JSON.stringify({ ...one.rule, name: "" });
    keys.set(one.rule, key);
    const before = known.get(key) ?? new Map<number, Truth>();
    known.set(key, before);
    const truth = before.get(at) ?? one.matches(call, callOf(compiled, call));
    before.set(at, truth);
    return truth;
  }

  const isTaken = (compiled: CompiledPolicy, index: number, at: number) =>
    compiled.rules
      .slice(0, index)
      .some(
        ({ rule }, earlier) => rule.budgets === undefined && found(compiled, earlier, at) === true,
      );

  return {
    dead: (compiled) =>
      compiled.rules.flatMap(({ rule }, index) => {
        const isAlive = calls.some(
          (call, at) =>
            isAsWritten(rule, call.tool) &&
            found(compiled, index, at) === true &&
            !isTaken(compiled, index, at),
        );
        return isAlive ? [] : [rule.name];
      }),
    overlapping: (compiled) =>
      compiled.rules.flatMap(({ rule }, index) => {
        if (rule.decision !== "allow") return [];
        const own = [...calls.keys()].filter(
          (at) => found(compiled, index, at) === true && !isTaken(compiled, index, at),
        );
        const isOver = compiled.rules.some(({ rule: later }, next) => {
          if (next <= index || later.decision !== "deny") return false;
          const denied = own.filter((at) => found(compiled, next, at) === true);
          return denied.length > 0 && denied.length < own.length;
        });
        return isOver ? [rule.name] : [];
      }),
  };
}

/** A rule that denies takes names in other capitals too, of which the check says so. */
function isAsWritten({ tools }: Rule, tool: string): boolean {
  return tools === undefined || tools.some((pattern) => compileGlob(pattern)(tool));
}
