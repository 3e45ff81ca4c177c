import type { Json, JsonObject } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { type CompiledPolicy, decide, type PolicyFacts } from "../policy/decide.ts";
import { BUILT_IN_LEVELS } from "../policy/demands.ts";
import type { PolicyVerdict } from "../policy/policy.ts";
import { factsOfCase } from "../policy/run-cases.ts";
import { callsFor } from "../policy/sample.ts";

/** The name of an agent that nobody has made yet. */
const NEW_AGENT = "newcomer";

/** A call that a rule decides, and by whom it is decided so. */
export interface ExampleCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly verdict: PolicyVerdict;
  /** Agents, known or new, of whom this verdict holds. */
  readonly agents: readonly string[];
}

export interface ExampleCalls {
  readonly calls: readonly ExampleCall[];
  /** Names of rules for which no call was found. */
  readonly unseen: readonly string[];
}

/**
 * One call for everything that the rules demand, with budgets counted as unused: made up, or of the tests
 * beside the rules. The call that no rule names comes last.
 */
export function exampleCalls(compiled: CompiledPolicy, known: readonly string[]): ExampleCalls {
  const { rules, cases = [] } = compiled.policy;
  const found: ExampleCall[] = [];
  const add = (facts: PolicyFacts, name: string | undefined) => {
    const call = calledBy(compiled, facts, { known, name });
    const isNew = found.every(({ verdict }) => !isSame(verdict, call?.verdict));
    if (call !== undefined && isNew) found.push(call);
  };
  for (const rule of rules) for (const facts of callsFor(rule)) add(facts, rule.name);
  for (const one of cases) add(factsOfCase(one, 0), undefined);
  for (const tool of ["any_tool", ...BUILT_IN_LEVELS.keys()]) {
    add({ tool, args: {}, agentName: "" }, undefined);
  }
  const seen = new Set(found.map(({ verdict }) => verdict.demand.rule));
  return {
    calls: found,
    unseen: rules.map(({ name }) => name).filter((name) => !seen.has(name)),
  };
}

/** Undefined if the rule of this name decides it of nobody; without a name, any rule may. */
function calledBy(
  compiled: CompiledPolicy,
  facts: PolicyFacts,
  { known, name }: { readonly known: readonly string[]; readonly name: string | undefined },
): ExampleCall | undefined {
  const { tool, args, agentName } = facts;
  const names = [...new Set([...known, agentName === "" ? NEW_AGENT : agentName])];
  const on = (agent: string) => verdictOn(compiled, { ...facts, agentName: agent });
  const first = names.find((agent) => name === undefined || on(agent).demand.rule === name);
  if (first === undefined) return undefined;
  const verdict = on(first);
  return { tool, args, verdict, agents: names.filter((agent) => isSame(on(agent), verdict)) };
}

function verdictOn(compiled: CompiledPolicy, facts: PolicyFacts): PolicyVerdict {
  return decide(compiled, facts, () => false);
}

function isSame(one: PolicyVerdict, other: PolicyVerdict | undefined): boolean {
  return isSameJson(asJson(one), asJson(other));
}

function asJson(verdict: PolicyVerdict | undefined): Json {
  return JSON.parse(JSON.stringify(verdict ?? null)) as Json;
}
