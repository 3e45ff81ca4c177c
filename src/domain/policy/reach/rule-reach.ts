import type { CompiledRule } from "../compile-rule.ts";
import { mayBeNamed } from "../expressions/named-paths.ts";
import { withoutCapitals } from "../names.ts";
import type { Budget, Condition, Policy, Rule } from "../policy.ts";
import {
  type Alternatives,
  allOf,
  alternativesOf,
  type Conjunction,
  type Literal,
} from "./alternatives.ts";
import { type Heads, headsOf } from "./meeting.ts";
import { exactOf, numbersBelow } from "./number-set.ts";
import { argumentAt, LOWER, NAMES, type Subject, testOf } from "./subject.ts";
import {
  BOOLEANS,
  both,
  either,
  FAILS,
  kindSet,
  NOTHING,
  NULL,
  NUMBERS,
  numbers,
  other,
  TEXTS,
  THERE,
  TRUE,
  textsOf,
  type ValueSet,
  valueSet,
} from "./value-set.ts";

/** Which calls a rule matches. */
export interface RuleReach {
  readonly rule: Rule;
  readonly index: number;
  readonly heads: Heads;
  /** Of the tool and the agent. */
  readonly names: readonly Conjunction[];
  /** What a call meets that it matches; it may be that not all such calls are matched. */
  readonly most: readonly Conjunction[];
  /** What is matched surely, if all arguments are named that have to be. */
  readonly surely: readonly Conjunction[];
  readonly named: CompiledRule["named"];
}

export function reachOf(
  { rule, expression, named: listed }: CompiledRule,
  index: number,
  version: Policy["version"],
): RuleReach {
  const { args = {}, when, budgets } = rule;
  const short = Object.entries(args).flatMap(([pointer, condition]) =>
    literalsOf(pointer, condition, version === 1 && rule.decision !== "allow"),
  );
  const isShort = short.every((one) => one !== undefined);
  const known = short.filter((one) => one !== undefined);
  const said =
    expression && alternativesOf(expression.term, { source: expression.source, is: true });
  const whole: Alternatives = when === undefined ? [known] : allOf([[known], said]);
  const most = whole ?? [known];
  const counted = (budgets ?? []).flatMap(countedBy);
  // A rule that asks counts as well where it is undecided, as about arguments that it does not name.
  const named = rule.decision === "allow" ? listed : undefined;
  const isSure = isShort && listed === named && whole !== undefined && budgets === undefined;
  return {
    rule,
    index,
    heads: headsOf(rule),
    names: namesOf(rule, rule.decision),
    most: most.map((one) => [...one, ...counted, ...absentIn(named, counted)]),
    surely: isSure ? whole : [],
    named,
  };
}

/** What a call has where its budget can be counted. */
function countedBy({ by = "agent", sum = {} }: Budget): Conjunction {
  const targeted = by.startsWith("/")
    ? [{ subject: argumentAt(by), set: TARGETS, said: `a budget by ${by}` }]
    : [];
  const summed = Object.keys(sum).map((pointer) => ({
    subject: argumentAt(pointer),
    set: NUMBERS,
    said: `a budget of ${pointer}`,
  }));
  return [...targeted, ...summed];
}

const TARGETS = [TEXTS, NUMBERS, BOOLEANS].reduce(either);

/** Of the arguments that some parts are about, those that are absent in each call that a rule lets pass. */
export function absentIn(named: RuleReach["named"], parts: Conjunction): Conjunction {
  if (named === undefined) return [];
  return parts.flatMap(({ subject: { id, parts: at = [] }, subject }) =>
    at.length === 0 || mayBeNamed(at, named.all)
      ? []
      : [{ subject, set: FAILS, said: `that no condition names ${id}` }],
  );
}

/** As a rule of this decision compares them: one that denies, whatever the capitals. */
export function namesOf(
  { tools, agents }: Rule,
  decision: Rule["decision"],
): readonly Conjunction[] {
  const found = [named(tools, NAMES.tool, decision), named(agents, NAMES.agent, decision)];
  return found.reduce<readonly Conjunction[]>(
    (all, part) => all.flatMap((before) => part.map((one) => [...before, ...one])),
    [[]],
  );
}

/** Written names together, and each pattern by itself. */
function named(
  patterns: readonly string[] | undefined,
  name: Subject,
  decision: Rule["decision"],
): readonly Conjunction[] {
  if (patterns === undefined || patterns.some((one) => /^\*+$/.test(one))) return [[]];
  const isDeny = decision === "deny";
  const subject = isDeny ? (LOWER.get(name.id) ?? name) : name;
  const all = isDeny ? patterns.map(withoutCapitals) : patterns;
  const written = all.filter((one) => !/[*?]/.test(one));
  const what = name.id === "tool" ? "tools" : "agents";
  const of = (listed: readonly string[], set: Pick<Literal, "subject" | "set">): Conjunction => [
    { ...set, said: `${what}: [${listed.join(", ")}]` },
  ];
  return [
    ...(written.length === 0 ? [] : [of(written, { subject, set: textsOf(written) })]),
    ...all
      .filter((one) => /[*?]/.test(one))
      .map((text) =>
        of([text], { subject: testOf({ kind: "glob", text, on: subject }), set: TRUE }),
      ),
  ];
}

/** A test of the short form: with which values it holds, and with which it does not fail to hold. */
export interface ShortTest {
  readonly said: string;
  readonly subject: Subject;
  readonly holds: ValueSet;
  /** Also what cannot be compared. */
  readonly loosely: ValueSet;
}

/** Undefined stands for a test of which nothing is known. */
export function shortTests(
  pointer: string,
  condition: Condition,
): readonly (ShortTest | undefined)[] {
  const subject = argumentAt(pointer);
  const { equals, in: values, matches, over, under } = condition;
  const said = (key: string, value: unknown) =>
    `${JSON.stringify(pointer)} ${key}${value === undefined ? "" : ` ${JSON.stringify(value)}`}`;
  const ranged = (key: string, at: number, isOver: boolean): ShortTest | undefined => {
    const exact = exactOf(at);
    if (exact === undefined) return undefined;
    const below = numbers(numbersBelow(exact, isOver));
    const holds = isOver ? both(NUMBERS, other(below)) : below;
    const loosely = either(holds, both(THERE, other(NUMBERS)));
    return { said: said(key, at), subject, holds, loosely };
  };
  return [
    ...(condition.exists === false
      ? [{ said: said("exists false", undefined), subject, holds: FAILS, loosely: FAILS }]
      : []),
    ...(condition.exists === true
      ? [{ said: said("exists", undefined), subject, holds: THERE, loosely: THERE }]
      : []),
    ...(equals === undefined ? [] : [listed(said("equals", equals), subject, [equals])]),
    ...(values === undefined ? [] : [listed(said("in", values), subject, values)]),
    ...(matches === undefined ? [] : [patterned(said("matches", matches), subject, matches)]),
    ...(over === undefined ? [] : [ranged("over", over, true)]),
    ...(under === undefined ? [] : [ranged("under", under, false)]),
  ];
}

function listed(
  said: string,
  subject: Subject,
  values: NonNullable<Condition["in"]>,
): ShortTest | undefined {
  const sets = values.map(valueSet);
  if (sets.includes(undefined)) return undefined;
  const holds = sets.reduce<ValueSet>((all, set) => either(all, set ?? NOTHING), NOTHING);
  const kinds = values.map(kindSet).filter((kind) => kind !== NULL);
  const fails = both(kinds.reduce(both, THERE), other(holds));
  return { said, subject, holds, loosely: both(THERE, other(fails)) };
}

function patterned(said: string, on: Subject, text: string): ShortTest {
  if (!/[*?]/.test(text)) {
    const holds = textsOf([text]);
    return { said, subject: on, holds, loosely: either(holds, both(THERE, other(TEXTS))) };
  }
  const subject = testOf({ kind: "glob", text, on });
  return { said, subject, holds: TRUE, loosely: either(TRUE, FAILS) };
}

export function literalsOf(
  pointer: string,
  condition: Condition,
  isLoose: boolean,
): readonly (Literal | undefined)[] {
  const there = {
    subject: argumentAt(pointer),
    set: THERE,
    said: `${JSON.stringify(pointer)} exists`,
  };
  const tests = shortTests(pointer, condition).map((test) => {
    if (test === undefined) return undefined;
    const { said, subject, holds, loosely } = test;
    return { said, subject, set: isLoose ? loosely : holds };
  });
  return condition.exists === false || !isLoose ? tests : [...tests, there];
}
