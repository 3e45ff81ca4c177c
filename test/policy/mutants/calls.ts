import type { Json, JsonObject } from "../../../src/domain/json.ts";
import { isSameJson } from "../../../src/domain/json-equal.ts";
import type { CompiledPolicy, PolicyFacts } from "../../../src/domain/policy/decide.ts";
import type { Term } from "../../../src/domain/policy/expressions/expression.ts";
import { partsOfTerm } from "../../../src/domain/policy/expressions/terms.ts";

/*
 * Calls that come near to everything that a policy names: for each argument its constants, what is just
 * beside them, another kind and nothing at all, each by itself and in pairs, starting from the calls of the
 * policy's own tests. Nothing here knows how the check reasons.
 */

const MOMENTS = [
  "2026-11-27T09:30:00Z",
  "2026-11-23T10:00:00Z",
  "2026-11-25T14:59:00Z",
  "2026-11-28T10:00:00Z",
  "2026-11-27T22:30:00Z",
  "2026-12-24T10:00:00Z",
  "2026-12-31T10:00:00Z",
].map((at) => Date.parse(at));
const ANY: readonly Json[] = [null, true, "", "x", 0, -1, 0.5, 1_000_000, [], {}];
const MOST_PAIRS = 60;
/** Within a folder: plain, hidden, a secret, and what git keeps. */
const BELOW = ["x", ".x", "id_rsa", ".x/id_rsa", ".git/id_rsa"];
const MOST_SIGNS = 30_000;

export type Candidates = ReadonlyMap<string, readonly Json[]>;

/** By the name of a top-level argument, values that the conditions of a policy tell apart. */
export function candidatesOf(compiled: CompiledPolicy): Candidates {
  const found = new Map<string, Map<string, Json>>();
  const add = (name: string, value: Json) => {
    const known = found.get(name) ?? new Map<string, Json>();
    found.set(name, known.set(JSON.stringify(value), value));
  };
  const sizes = new Map<string, readonly number[]>();
  for (const { expression } of compiled.rules) {
    if (expression === undefined) continue;
    gather(expression.term, add);
    measure(expression.term, sizes);
  }
  for (const { args = {} } of compiled.policy.cases ?? []) {
    for (const [name, value] of Object.entries(args)) add(name, value);
  }
  return new Map(
    [...found].map(([name, values]) => {
      const known = [...values.values()];
      return [name, [...known, ...longLists(known, sizes.get(name) ?? [])]];
    }),
  );
}

/** What lists hold that are there, as often as a condition on their size tells apart. */
function longLists(known: readonly Json[], sizes: readonly number[]): readonly Json[] {
  const firsts = known.flatMap((one) => (Array.isArray(one) ? one.slice(0, 1) : []));
  return [...new Set(firsts)].flatMap((first) =>
    sizes
      .flatMap((size) => [size - 1, size, size + 1])
      .filter((size) => size > 1)
      .map((size) => Array<Json>(size).fill(first)),
  );
}

function measure(term: Term, sizes: Map<string, readonly number[]>): void {
  const isPart = term.kind === "call" && /^[<>=!]+$/.test(term.name);
  if (!isPart) for (const part of partsOfTerm(term)) measure(part, sizes);
  if (!isPart || !isMeasured(term)) return;
  const numbers = constantsIn(term).filter((one) => typeof one === "number" && one < MOST_ELEMENTS);
  for (const name of argumentsIn(term)) {
    sizes.set(name, [...(sizes.get(name) ?? []), ...(numbers as number[])]);
  }
}

const MOST_ELEMENTS = 100;

/** The constants that stand in one comparison with an argument. */
function gather(term: Term, add: (name: string, value: Json) => void): void {
  const isJoint = term.kind === "call" && ["&&", "||", "!", "?:"].includes(term.name);
  if (isJoint) {
    for (const part of partsOfTerm(term)) gather(part, add);
    return;
  }
  const constants = constantsIn(term);
  for (const name of argumentsIn(term)) {
    for (const value of constants.flatMap(near)) add(name, value);
    for (const long of isMeasured(term) ? constants.flatMap(longer) : []) add(name, long);
  }
}

function isMeasured(term: Term): boolean {
  return (term.kind === "call" && term.name === "size") || partsOfTerm(term).some(isMeasured);
}

/** A text with more signs than this, and one with as many. */
function longer(value: string | number): readonly string[] {
  return typeof value === "number" && value < MOST_SIGNS
    ? ["a".repeat(value), "a".repeat(value + 1)]
    : [];
}

function argumentsIn(term: Term): readonly string[] {
  if (term.kind === "field" && term.of.kind === "name" && term.of.name === "args") {
    return [term.field];
  }
  return partsOfTerm(term).flatMap(argumentsIn);
}

function constantsIn(term: Term): readonly (string | number)[] {
  if (term.kind !== "constant") return partsOfTerm(term).flatMap(constantsIn);
  const { value } = term;
  if (typeof value === "string" || typeof value === "number") return [value];
  return typeof value === "bigint" ? [Number(value)] : [];
}

function near(value: string | number): readonly Json[] {
  const number = Number(value);
  if (typeof value === "string" && !/^-?\d+(?:\.\d+)?$/.test(value)) {
    const below = value.startsWith("/") ? BELOW.map((name) => `${value}/${name}`) : [];
    return [value, `${value}x`, ...below, [value], [value, `${value}x`]];
  }
  const beside = [number, number - 1, number + 1, number - 0.01, number + 0.01, number / 2];
  return [...beside, ...beside.map(String)];
}

/** What a mutant tells apart that the policy it was made of does not. */
export function newCandidates(mutant: CompiledPolicy, known: Candidates): Candidates {
  const isNew = (name: string) => (value: Json) =>
    !(known.get(name) ?? []).some((one) => isSameJson(one, value));
  return new Map(
    [...candidatesOf(mutant)].map(([name, values]) => [name, values.filter(isNew(name))]),
  );
}

/** Of the tools that these rules name, and one that they do not. */
export function callsOf(compiled: CompiledPolicy, candidates: Candidates): readonly PolicyFacts[] {
  const cases = (compiled.policy.cases ?? []).map((one): PolicyFacts => {
    const { tool, args = {}, agent = "", session = "", onBehalfOf = "", at } = one;
    const now = at === undefined ? (MOMENTS[0] ?? 0) : Date.parse(at);
    return { tool, args, agentName: agent, session, onBehalfOf, resources: [], now };
  });
  const tools = new Set(
    compiled.policy.rules.flatMap(({ tools: named = [] }) =>
      named.map((pattern) => pattern.replaceAll(/[*?]/g, "x")),
    ),
  );
  const sound = cases.filter((_, index) => !isAttempt(compiled, index));
  const others = [...tools, "other_tool"].flatMap((tool) => bare(tool, sound));
  const isBase = ({ tool, args }: PolicyFacts) =>
    Object.keys(args).length === 0 || !sound.some((one) => one.tool === tool);
  return [
    ...cases,
    ...others,
    ...[...sound, ...others.filter(isBase)].flatMap((base) => [
      ...MOMENTS.map((now) => ({ ...base, now })),
      ...AGENTS.map((agentName) => ({ ...base, agentName })),
      ...varied(base, namesFor(base.tool, compiled), candidates),
    ]),
  ];
}

const AGENTS = ["scout", "ops_1"];

function isAttempt({ policy: { cases = [] } }: CompiledPolicy, index: number): boolean {
  return cases[index]?.name.startsWith("bypass:") === true;
}

/** A call of each other tool with the arguments of each test too: a rule may come to be about it. */
function bare(tool: string, cases: readonly PolicyFacts[]): readonly PolicyFacts[] {
  const base = { tool, args: {}, agentName: "", resources: [], now: MOMENTS[0] ?? 0 };
  return [base, ...cases.map((one) => ({ ...one, tool }))];
}

function namesFor(tool: string, { rules, policy }: CompiledPolicy): readonly string[] {
  const isAbout = rules.filter(({ isNamed }) => isNamed({ tool, agentName: "" }));
  const named = isAbout.flatMap(({ expression }) =>
    expression === undefined ? [] : argumentsIn(expression.term),
  );
  const tested = (policy.cases ?? []).filter((one) => one.tool === tool);
  return [...new Set([...named, ...tested.flatMap(({ args = {} }) => Object.keys(args))])];
}

/** One argument at a time, and some pairs. */
function varied(
  base: PolicyFacts,
  names: readonly string[],
  candidates: Candidates,
): readonly PolicyFacts[] {
  const values = (name: string): readonly (Json | undefined)[] => [
    undefined,
    ...ANY,
    ...(candidates.get(name) ?? []),
  ];
  const single = names.flatMap((name) => values(name).map((value) => put(base.args, name, value)));
  const pairs = names.flatMap((name, index) =>
    names
      .slice(index + 1)
      .flatMap((next) =>
        (candidates.get(name) ?? []).flatMap((value) =>
          (candidates.get(next) ?? []).map((other) =>
            put(put(base.args, name, value), next, other),
          ),
        ),
      ),
  );
  const step = Math.max(1, Math.ceil(pairs.length / MOST_PAIRS));
  const some = pairs.filter((_, index) => index % step === 0);
  const more = [put(base.args, "note", "x")];
  return [...single, ...some, ...more].map((args) => ({ ...base, args }));
}

function put(args: JsonObject, name: string, value: Json | undefined): JsonObject {
  const others = Object.entries(args).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}
