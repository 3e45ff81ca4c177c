import { EarshotError } from "../errors.ts";
import { isSameJson } from "../json-equal.ts";
import { type CompiledPolicy, decide, type PolicyFacts } from "./decide.ts";
import type { PolicyCase, PolicyVerdict } from "./policy.ts";

/** What became of a test of a policy. */
export interface RanCase {
  readonly name: string;
  /** The rule that decides it. */
  readonly rule: string;
  /** What it expects and what is so instead, as far as they differ; absent where it holds. */
  readonly fault?: { readonly expected: string; readonly actual: string };
}

const MAX_TOLD = 5;

/** Runs the tests that stand in a policy. Budgets count as not used. */
export function runCases(compiled: CompiledPolicy, now: number): readonly RanCase[] {
  return (compiled.policy.cases ?? []).map((one) =>
    ranCase(
      one,
      decide(compiled, factsOfCase(one, now), () => false),
    ),
  );
}

/** The call of a test, at this moment unless it says another. */
export function factsOfCase(
  { tool, args = {}, agent = "", session = "", onBehalfOf = "", at }: PolicyCase,
  now: number,
): PolicyFacts {
  const moment = at === undefined ? now : Date.parse(at);
  return { tool, args, agentName: agent, session, onBehalfOf, resources: [], now: moment };
}

function ranCase(one: PolicyCase, verdict: PolicyVerdict): RanCase {
  const { rule, level, quorum, approvers } = verdict.demand;
  const who = [...approvers.names, ...approvers.roles.map((role) => `role:${role}`)];
  const compared = [
    ["decision", one.decision, verdict.outcome],
    ["rule", one.rule, rule],
    ["level", one.level, level],
    ["quorum", one.quorum, quorum],
    ["who", one.who === undefined ? undefined : [...one.who].sort(), who.sort()],
  ] as const;
  const wrong = compared.filter(
    ([, expected, actual]) => expected !== undefined && !isSameJson(expected, actual),
  );
  if (wrong.length === 0) return { name: one.name, rule };
  const expected = wrong.map(([key, value]) => `${key} ${shown(value)}`).join(", ");
  const actual = wrong.map(([key, , value]) => `${key} ${shown(value)}`).join(", ");
  return { name: one.name, rule, fault: { expected, actual } };
}

function shown(value: string | number | readonly string[] | undefined): string {
  return typeof value === "object" ? value.join(" + ") : String(value);
}

/** Throws INVALID_INPUT where a test of the policy fails, with what it expects and what is so. */
export function assertCases(compiled: CompiledPolicy, now: number): void {
  const ran = runCases(compiled, now);
  const told = ran.flatMap(({ name, rule, fault }) =>
    fault === undefined
      ? []
      : [
          `${JSON.stringify(name)} expects ${fault.expected}, and it is ${fault.actual}, by the rule ${JSON.stringify(rule)}.`,
        ],
  );
  if (told.length === 0) return;
  const more = told.length - MAX_TOLD;
  const lines = [...told.slice(0, MAX_TOLD), ...(more > 0 ? [`and ${more} more.`] : [])];
  throw new EarshotError(
    "INVALID_INPUT",
    `The policy is refused: of its tests (${ran.length}), these fail (${told.length}):\n${lines.join("\n")}`,
    { details: { failed: told.length } },
  );
}
