import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json-equal.ts";
import type { PolicyFacts } from "../compile-rule.ts";
import type { CompiledPolicy } from "../decide.ts";
import { textLike } from "../sample.ts";
import type { Conjunction } from "./alternatives.ts";
import { exactText } from "./number-set.ts";
import type { RuleReach } from "./rule-reach.ts";
import type { Subject, TextTest } from "./subject.ts";
import { isWithin, type ValueSet, valueSet } from "./value-set.ts";

/** Monday noon and night, and a Saturday: conditions on the time tell these apart. */
const MOMENTS = ["2026-01-05T12:00:00Z", "2026-01-05T23:00:00Z", "2026-01-10T12:00:00Z"];
const MOST = 300;
const MOST_OF_ONE = 4;
const MOST_MADE = 256;

/** Calls near to what two rules say, and those of the policy's own tests: one of them may meet both. */
export function callsNear(
  compiled: CompiledPolicy,
  rules: readonly RuleReach[],
): readonly PolicyFacts[] {
  const { policy } = compiled;
  const moments = [
    ...MOMENTS.map((at) => Date.parse(at)),
    ...Object.values(policy.freezes ?? {}).map(({ from }) => from),
  ];
  const [now = 0] = moments;
  const tools = rules.flatMap(({ rule }) => rule.tools?.map((tool) => textLike(tool)) ?? []);
  const agents = rules.flatMap(({ rule }) => rule.agents?.map((agent) => textLike(agent)) ?? []);
  const values = valuesNear(rules.flatMap(({ most }) => most.flat()));
  const bases = [
    ...testCalls(compiled, { rules, tools: [...new Set(tools)], now }),
    ...(tools.length === 0 ? ["any_tool"] : tools).flatMap((tool) =>
      madeOf([...values.values()]).map((args) => ({ tool, args, agentName: agents[0] ?? "", now })),
    ),
  ];
  const found = bases.flatMap((base) => [
    ...moments.map((at) => ({ ...base, now: at })),
    ...[...values.values()].flatMap(({ parts, some }) =>
      some.map((value) => ({ ...base, args: placed(base.args, parts, value) })),
    ),
  ]);
  return [...bases, ...found].slice(0, MOST);
}

/** Some values of each argument, each with some of the others. */
function madeOf(values: readonly Near[]): readonly JsonObject[] {
  return values.reduce<readonly JsonObject[]>(
    (made, { parts, some }) =>
      made
        .flatMap((args) => some.slice(0, MOST_OF_ONE).map((value) => placed(args, parts, value)))
        .slice(0, MOST_MADE),
    [{}],
  );
}

interface Wanted {
  readonly rules: readonly RuleReach[];
  readonly tools: readonly string[];
  readonly now: number;
}

/** The tests that are about one of the rules, as they are and with the other tools of the rules. */
function testCalls(
  { policy: { cases = [] }, rules: compiled }: CompiledPolicy,
  { rules, tools, now }: Wanted,
): readonly PolicyFacts[] {
  const found = cases
    .map(({ tool, args = {}, agent = "", session = "", onBehalfOf = "", at }) => ({
      tool,
      args,
      agentName: agent,
      session,
      onBehalfOf,
      now: at === undefined ? now : Date.parse(at),
    }))
    .filter((call) => rules.some(({ index }) => compiled[index]?.isNamed(call)));
  return [
    ...found,
    ...found.flatMap((call) =>
      tools.filter((tool) => tool !== call.tool).map((tool) => ({ ...call, tool })),
    ),
  ];
}

interface Near {
  readonly parts: readonly string[];
  readonly some: readonly Json[];
}

/** By argument, values that what is said of it tells apart. */
function valuesNear(literals: Conjunction): ReadonlyMap<string, Near> {
  const found = new Map<string, Near>();
  for (const { subject, set } of literals) {
    const argument = argumentIn(subject);
    const parts = argument?.parts ?? [];
    if (argument === undefined || parts.length === 0) continue;
    const before = found.get(argument.id)?.some ?? [];
    const some = [...before, ...valuesOf(set), ...(subject.test ? textsFor(subject.test) : [])];
    found.set(argument.id, { parts, some });
  }
  return found;
}

function argumentIn({ parts, of, test }: Subject): Subject | undefined {
  if (of !== undefined) return of;
  const on = test?.on;
  return parts === undefined ? (on?.of ?? on) : ({ parts, id: parts.join("/") } as Subject);
}

function valuesOf(set: ValueSet): readonly Json[] {
  const { numbers, texts, isTrue, isFalse, lists } = set;
  const near = numbers.cuts.flatMap(({ at }) => {
    const number = Number(exactText(at));
    return [number, number + 1, number - 1].filter((one) => isIn(one, set));
  });
  const listed = lists.isBut ? [] : [...lists.these].map((text) => JSON.parse(text) as Json);
  const other = texts.isBut && texts.these.size > 0 ? ["x"] : [];
  return [
    ...near,
    ...texts.these,
    ...other,
    ...listed,
    ...(isTrue ? [true] : []),
    ...(isFalse ? [false] : []),
  ];
}

function isIn(value: Json, set: ValueSet): boolean {
  const one = valueSet(value);
  return one !== undefined && isWithin(one, set);
}

function textsFor({ kind, text }: TextTest): readonly string[] {
  switch (kind) {
    case "glob":
      return [textLike(text)];
    case "startsWith":
      return [`${text}x`, text];
    case "matches":
      return [];
    default:
      return [`x${text}`, text];
  }
}

/** Objects with another value at a place; elements of lists are left alone. */
function placed(
  args: JsonObject,
  [part = "", ...rest]: readonly string[],
  value: Json,
): JsonObject {
  const former = Object.hasOwn(args, part) ? args[part] : undefined;
  const inner = former !== undefined && isJsonObject(former) ? former : {};
  return { ...args, [part]: rest.length === 0 ? value : placed(inner, rest, value) };
}
