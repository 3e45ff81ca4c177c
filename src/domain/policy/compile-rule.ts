import { EarshotError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { present } from "../present.ts";
import { isCountable } from "./budget.ts";
import { compileConditions, unsureOf } from "./conditions.ts";
import {
  type Expression,
  type Expressions,
  InvalidExpression,
  type JudgedCall,
  type Truth,
} from "./expressions/expression.ts";
import { namedPaths, unnamedArgument } from "./expressions/named-paths.ts";
import { checkFreezes, type Freezes } from "./freezes.ts";
import { compileNames } from "./names.ts";
import type { Policy, Rule } from "./policy.ts";
import { expressionOf } from "./short-form.ts";

/** The facts that a policy decides on. */
export interface PolicyFacts {
  readonly tool: string;
  /** The agent's arguments, secrets included. */
  readonly args: JsonObject;
  /** Empty for an agent that nobody has named: only `*` matches it. */
  readonly agentName: string;
  /** Empty where there is none, as the next two. */
  readonly session?: string;
  readonly onBehalfOf?: string;
  readonly resources?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now?: number;
}

export interface CompiledRule {
  readonly rule: Rule;
  /** Absent in a policy of version 1, and where the rule has no condition. */
  readonly expression?: Expression;
  /** Whether it is about the tool and the agent at all. */
  isNamed(called: Pick<PolicyFacts, "tool" | "agentName">): boolean;
  /** `call` is absent where no expression can be judged: then whatever has one is undecided. */
  matches(facts: PolicyFacts, call?: JudgedCall): Truth;
}

/** Throws INVALID_INPUT that names every expression which cannot be read, and where in it. */
export function compileRules(
  { version, rules, freezes }: Policy,
  expressions?: Expressions,
): readonly CompiledRule[] {
  const faults: string[] = [];
  const compiled = rules.map((rule, index) => {
    try {
      return version === 1 ? compileFirst(rule) : compileSecond(rule, expressions, freezes);
    } catch (error) {
      if (!(error instanceof InvalidExpression)) throw error;
      const { at, what } = error.fault;
      faults.push(`rules[${index}].when, character ${at + 1}: ${what}`);
      return compileFirst(rule);
    }
  });
  if (faults.length === 0) return compiled;
  throw new EarshotError("INVALID_INPUT", `The policy is refused:\n${faults.join("\n")}`, {
    details: { faults, count: faults.length },
  });
}

/** In version 1, what cannot be compared meets the conditions of a rule that asks or denies. */
function compileFirst(rule: Rule): CompiledRule {
  const isNamed = compileNamed(rule);
  const hold = compileConditions(rule.args ?? {}, unsureOf(rule.decision));
  return {
    rule,
    isNamed,
    matches: (facts) => isNamed(facts) && hold(facts.args) && counted(rule, facts),
  };
}

function compileSecond(rule: Rule, expressions?: Expressions, freezes: Freezes = {}): CompiledRule {
  const isNamed = compileNamed(rule);
  const source = sourceOf(rule);
  const expression = source === undefined ? undefined : expressions?.compile(source);
  if (expression !== undefined) checkFreezes(expression.term, freezes);
  const isClosed = rule.decision === "allow" && rule.otherArgs !== "any";
  const paths = expression === undefined ? [] : namedPaths(expression.term);

  function holds({ args }: PolicyFacts, call: JudgedCall | undefined): Truth {
    if (source !== undefined) {
      if (expression === undefined || call === undefined) return { failed: NO_EVALUATOR };
      const found = expression.judge(call);
      if (found !== true || !isClosed) return found;
    }
    if (!isClosed) return true;
    return isAllNamed(args, paths, call);
  }

  return {
    rule,
    ...present({ expression }),
    isNamed,
    matches(facts, call) {
      if (!isNamed(facts)) return false;
      const found = holds(facts, call);
      return found === true ? counted(rule, facts) : found;
    },
  };
}

const NO_EVALUATOR = "expressions cannot be judged here";

function isAllNamed(
  args: JsonObject,
  paths: ReturnType<typeof namedPaths>,
  call: JudgedCall | undefined,
): Truth {
  try {
    return unnamedArgument(args, paths, () => call?.meter.take(1)) === undefined;
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

/** The condition of a rule as one expression; undefined if it has none. */
function sourceOf({ when, args }: Pick<Rule, "when" | "args">): string | undefined {
  const short = args === undefined ? undefined : expressionOf(args);
  if (when === undefined) return short;
  return short === undefined ? when : `(${when}) && ${short}`;
}

function compileNamed({ tools, agents, decision }: Rule): CompiledRule["isNamed"] {
  const isTool = compileNames(tools, decision);
  const isAgent = compileNames(agents, decision);
  return ({ tool, agentName }) => isTool(tool) && isAgent(agentName);
}

/** What cannot be counted leaves a rule that allows unmatched, and one that asks undecided. */
function counted({ budgets = [], decision }: Rule, facts: PolicyFacts): Truth {
  if (budgets.every((budget) => isCountable(budget, facts))) return true;
  return decision === "allow" ? false : { failed: UNCOUNTED };
}

const UNCOUNTED = "an argument or the session that its budget counts by is missing";
