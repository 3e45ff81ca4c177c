import type { JsonObject } from "../json.ts";
import { pointerParts } from "../json-pointer.ts";
import { present } from "../present.ts";
import { isCountable } from "./budget.ts";
import { compileConditions, judgeConditions, unsureOf } from "./conditions.ts";
import {
  type Expression,
  type Expressions,
  InvalidExpression,
  type JudgedCall,
  type Truth,
} from "./expressions/expression.ts";
import {
  heldPaths,
  type NamedPath,
  namedPaths,
  surePaths,
  unnamedArgument,
} from "./expressions/named-paths.ts";
import { refusedExpressions, type WhenFault } from "./expressions/refused.ts";
import { checkFreezes, type Freezes } from "./freezes.ts";
import { compileNames } from "./names.ts";
import type { Policy, Rule } from "./policy.ts";

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
  /** What `when` says; absent where the rule has none, and without an evaluator. */
  readonly expression?: Expression;
  /** The arguments that its conditions name, where those are all that it lets pass. */
  readonly named?: NamedArguments;
  /** The first argument that none of the conditions names that made it match, where there are such. */
  unnamed(args: JsonObject, call: JudgedCall | undefined): string | undefined;
  /** Whether it is about the tool and the agent at all. */
  isNamed(called: Pick<PolicyFacts, "tool" | "agentName">): boolean;
  /** `call` is absent where no expression can be judged: then whatever has one is undecided. */
  matches(facts: PolicyFacts, call?: JudgedCall): Truth;
}

interface NamedArguments {
  readonly all: readonly NamedPath[];
  /** Whichever parts of a choice made it match. */
  readonly sure: readonly NamedPath[];
}

/** Throws INVALID_INPUT that names every expression which cannot be read, and where in it. */
export function compileRules(
  { version, rules, freezes }: Policy,
  expressions?: Expressions,
): readonly CompiledRule[] {
  const faults: WhenFault[] = [];
  const compiled = rules.map((rule, index) => {
    try {
      return version === 1 ? compileFirst(rule) : compileSecond(rule, expressions, freezes);
    } catch (error) {
      if (!(error instanceof InvalidExpression)) throw error;
      faults.push({ rule: index, when: rule.when ?? "", ...error.fault });
      return compileFirst(rule);
    }
  });
  if (faults.length === 0) return compiled;
  throw refusedExpressions(faults);
}

/** In version 1, what cannot be compared meets the conditions of a rule that asks or denies. */
function compileFirst(rule: Rule): CompiledRule {
  const isNamed = compileNamed(rule);
  const hold = compileConditions(rule.args ?? {}, unsureOf(rule.decision));
  return {
    rule,
    isNamed,
    unnamed: () => undefined,
    matches: (facts, call) =>
      isNamed(facts) && hold(facts.args, call?.meter) && counted(rule, facts),
  };
}

/** What cannot be compared leaves a rule of version 2 undecided, in the short form as in an expression. */
function compileSecond(rule: Rule, expressions?: Expressions, freezes: Freezes = {}): CompiledRule {
  const { when, args = {}, decision, otherArgs } = rule;
  const isNamed = compileNamed(rule);
  const short = judgeConditions(args);
  const expression = when === undefined ? undefined : expressions?.compile(when);
  if (expression !== undefined) checkFreezes(expression.term, freezes);
  const isBound = decision === "allow" ? otherArgs !== "any" : otherArgs === "none";
  const named = isBound ? namedBy(args, expression) : undefined;
  const unnamed = named === undefined ? () => undefined : unnamedBy(named, expression);

  function isTrue(call: JudgedCall | undefined): Truth {
    if (when === undefined) return true;
    if (expression === undefined || call === undefined) return { failed: NO_EVALUATOR };
    return expression.judge(call);
  }

  function holds(facts: PolicyFacts, call: JudgedCall | undefined): Truth {
    const first = short(facts.args, call?.meter);
    if (first === false) return false;
    const second = isTrue(call);
    if (second !== true) return second;
    return first === true ? isAllNamed(facts.args, call) : first;
  }

  function isAllNamed(given: JsonObject, call: JudgedCall | undefined): Truth {
    try {
      const open = unnamed(given, call);
      if (open === undefined || decision === "allow") return open === undefined;
      return { failed: `no condition of it names ${open}` };
    } catch (error) {
      return { failed: (error as Error).message };
    }
  }

  return {
    rule,
    ...present({ expression, named }),
    isNamed,
    unnamed,
    matches(facts, call) {
      if (!isNamed(facts)) return false;
      const found = holds(facts, call);
      return found === true ? counted(rule, facts) : found;
    },
  };
}

const NO_EVALUATOR = "expressions cannot be judged here";

function namedBy(
  args: NonNullable<Rule["args"]>,
  expression: Expression | undefined,
): NamedArguments {
  // What is the same as a whole value has nothing else in it.
  const pointed = Object.entries(args)
    .map(([pointer, { equals, in: values }]) => ({
      parts: pointerParts(pointer),
      isWhole: (equals ?? values) !== undefined,
    }))
    .filter(({ parts, isWhole }) => isWhole || parts.length > 0);
  if (expression === undefined) return { all: pointed, sure: pointed };
  const { term } = expression;
  return { all: [...pointed, ...namedPaths(term)], sure: [...pointed, ...surePaths(term)] };
}

function unnamedBy(
  { all, sure }: NamedArguments,
  expression: Expression | undefined,
): CompiledRule["unnamed"] {
  return (given, call) => {
    const without = (paths: readonly NamedPath[]) =>
      unnamedArgument(given, paths, () => call?.meter.take(1));
    const unsure = without(sure);
    if (unsure === undefined || sure.length === all.length) return unsure;
    if (call === undefined || expression === undefined) return unsure;
    // Only then is it worth looking at every part again.
    const held = heldPaths(expression.term, expression.outcomes(call));
    return without(all) ?? without([...sure, ...held]);
  };
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
