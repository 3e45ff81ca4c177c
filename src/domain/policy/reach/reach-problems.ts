import type { CompiledPolicy } from "../decide.ts";
import type { NamedPath } from "../expressions/named-paths.ts";
import { whenPlace } from "../expressions/refused.ts";
import type { Policy } from "../policy.ts";
import type { Conjunction, Literal } from "./alternatives.ts";
import { createGround } from "./ground.ts";
import { mayMeet } from "./meeting.ts";
import { createReasoning, type Reasoning } from "./reasoning.ts";
import {
  absentIn,
  literalsOf,
  namesOf,
  type RuleReach,
  reachOf,
  shortTests,
} from "./rule-reach.ts";

/** Why a rule decides nothing. */
export interface ReachProblem {
  /** Such as `rules[2].when, line 1, column 8`. */
  readonly place: string;
  /** A sentence. */
  readonly problem: string;
}

/**
 * For each rule, by its place, why it decides nothing: what it wants contradicts itself, or rules before
 * it take every call that it matches. A finding is certain; what is not known is not told.
 */
export function reachProblems(compiled: CompiledPolicy): readonly (readonly ReachProblem[])[] {
  const { version } = compiled.policy;
  const reasoning = createReasoning(createGround(compiled.expressions));
  const reaches = compiled.rules.map((rule, index) => reachOf(rule, index, version));
  return reaches.map((reach, index) => {
    const own = contradictionOf(reach, { reasoning, version }) ?? looseProblem(reach, version);
    if (own !== undefined) return [own];
    const overtaken = overtakenBy(reach, reaches.slice(0, index), reasoning);
    return overtaken === undefined ? [] : [overtaken];
  });
}

interface Given {
  readonly reasoning: Reasoning;
  readonly version: Policy["version"];
}

function contradictionOf(reach: RuleReach, given: Given): ReachProblem | undefined {
  const { rule, index, most, names } = reach;
  const { isContradiction } = given.reasoning;
  const found = most.every(isContradiction) ? most : withNames(names, most);
  if (!found.every(isContradiction)) return undefined;
  const [first] = found;
  const core = first === undefined ? [] : coreOf(first, isContradiction);
  const at = core.find((one) => one.at !== undefined)?.at;
  const place =
    rule.when === undefined || (first !== undefined && at === undefined)
      ? `rules[${index}].args`
      : whenPlace({ rule: index, when: rule.when, at: at ?? 0 });
  const what = isNever(reach, given)
    ? "It can never match"
    : "It matches nothing, and holds only of calls that cannot be judged";
  return { place, problem: `${what}: ${togetherText(core)}${found.length > 1 ? OTHERS : ""}.` };
}

const OTHERS = ", and none of its alternatives can be met either";

/** Whether it is not even undecided of any call, as rules that ask or deny are of what cannot be judged. */
function isNever({ rule }: RuleReach, { reasoning, version }: Given): boolean {
  if (rule.decision === "allow" || version === 1) return true;
  const loosely = Object.entries(rule.args ?? {}).flatMap(([pointer, condition]) =>
    literalsOf(pointer, condition, true),
  );
  return reasoning.isContradiction(loosely.filter((one) => one !== undefined));
}

/** As few of the parts as contradict each other. */
function coreOf(all: Conjunction, isContradiction: (some: Conjunction) => boolean): Conjunction {
  return all.reduce((left, one) => {
    const without = left.filter((each) => each !== one);
    return isContradiction(without) ? without : left;
  }, all);
}

const MAX_SAID = 120;

function togetherText(core: Conjunction): string {
  if (core.length === 0) return "its condition is false, whatever the call is";
  const texts = core.map(saidText);
  if (texts.length === 1) return `${texts[0]} is never so`;
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)} are never so together`;
}

function saidText({ said }: Literal): string {
  const text = said.replaceAll(/\s+/g, " ");
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}

/** In version 1 a rule that asks or denies is also met by what cannot be compared, and here by nothing else. */
function looseProblem(
  { rule, index }: RuleReach,
  version: Policy["version"],
): ReachProblem | undefined {
  if (version !== 1 || rule.decision === "allow") return undefined;
  const { isContradiction } = createReasoning(createGround(undefined));
  for (const [pointer, condition] of Object.entries(rule.args ?? {})) {
    const tests = shortTests(pointer, condition).filter((test) => test !== undefined);
    const as = (sure: number): Conjunction =>
      tests.map(({ said, subject, holds, loosely }, n) => ({
        said,
        subject,
        set: n === sure ? holds : loosely,
      }));
    if (tests.length < 2 || !tests.every((_, n) => isContradiction(as(n)))) continue;
    const core = coreOf(as(0), isContradiction);
    const problem = `It matches only values that cannot be compared: ${togetherText(core)}.`;
    return { place: `rules[${index}].args`, problem };
  }
  return undefined;
}

function withNames(
  names: readonly Conjunction[],
  conditions: readonly Conjunction[],
): readonly Conjunction[] {
  return names.flatMap((name) => conditions.map((one) => [...name, ...one]));
}

function overtakenBy(
  reach: RuleReach,
  earlier: readonly RuleReach[],
  { isCovered }: Reasoning,
): ReachProblem | undefined {
  const { rule, index, most } = reach;
  const takers = earlier.filter((one) => mayTake(one, reach));
  if (takers.length === 0) return undefined;
  const isTaken = (names: readonly Conjunction[], by: readonly RuleReach[]) => {
    const among = by.flatMap((one) => withNames(one.names, one.surely));
    const absent = absentIn(reach.named, among.flat());
    return withNames(names, most).every((one) => isCovered([...one, ...absent], among));
  };
  const told = (names: readonly Conjunction[], but: string): ReachProblem | undefined => {
    if (!isTaken(names, takers)) return undefined;
    const needed = takers.reduce((left, one) => {
      const without = left.filter((each) => each !== one);
      return isTaken(names, without) ? without : left;
    }, takers);
    const list = needed.map(({ rule: { name } }) => JSON.stringify(name)).join(", ");
    const take = needed.length === 1 ? "takes" : "take";
    return {
      place: `rules[${index}]`,
      problem: `It can never match: ${list} before it ${take} all that it would${but}${rule.when === undefined && needed.some((one) => one.rule.when !== undefined) ? TOO_LARGE : ""}.`,
    };
  };
  return (
    told(reach.names, "") ??
    (rule.decision === "deny" ? told(namesOf(rule, "ask"), OTHER_CAPITALS) : undefined)
  );
}

const OTHER_CAPITALS = ", but for names in other capitals";
/** An expression is undecided there, and a rule without one is not. */
const TOO_LARGE = ", but for calls that are too large to be judged";

/** Whether a rule decides what it matches before another gets to see it. */
function mayTake(one: RuleReach, other: RuleReach): boolean {
  if (one.surely.length === 0 || !mayMeet(one.heads, other.heads)) return false;
  return one.named === undefined || areNamed(other, one.named.sure);
}

/** Whether a rule lets no argument pass that the paths do not name. */
function areNamed({ named }: RuleReach, by: readonly NamedPath[]): boolean {
  return named?.all.every((path) => by.some((wide) => isPathWithin(path, wide))) ?? false;
}

function isPathWithin(path: NamedPath, wide: NamedPath): boolean {
  const [inner, outer] = [path.parts, wide.parts];
  const isSame = (length: number) =>
    inner.slice(0, length).every((part, index) => outer[index] === part);
  if (wide.isWhole && outer.length <= inner.length && isSame(outer.length)) return true;
  return !path.isWhole && inner.length <= outer.length && isSame(inner.length);
}
