import { type Alternatives, alternativesOf, type Conjunction } from "./alternatives.ts";
import type { Ground } from "./ground.ts";
import type { Subject } from "./subject.ts";
import { isExcluded, isImplied } from "./text-tests.ts";
import {
  both,
  isNothing,
  isOnly,
  isWithin,
  other,
  textsIn,
  textsOf,
  type ValueSet,
  valuesIn,
} from "./value-set.ts";

/** So many values of a subject are tried one by one. */
const MOST_TRIED = 100;
/** So many questions are asked until something is not known: of one rule, and of all together. */
const MOST_STEPS = 2_000;
const MOST_OF_ALL = 40_000;

interface Entry {
  readonly subject: Subject;
  readonly set: ValueSet;
}

export interface Reasoning {
  /** Whether no call meets all of it. A yes is certain. */
  isContradiction(literals: Conjunction): boolean;
  /** Whether each call that meets the first meets one of the others. A yes is certain. */
  isCovered(one: Conjunction, by: readonly Conjunction[]): boolean;
}

export function createReasoning(ground: Ground): Reasoning {
  const implied = new Map<string, boolean>();
  let left = MOST_OF_ALL;

  function isContradiction(literals: Conjunction): boolean {
    const known = new Map<string, Entry>();
    for (const { subject, set } of literals) if (!isAdded(known, subject, set)) return true;
    for (const { subject, set } of [...known.values()]) {
      if (!isFollowed(known, { subject, set }, ground)) return true;
    }
    const sure = [...known.values()].filter(({ set }) => isOnly(set, "isTrue"));
    return sure.some((one) => [...known.values()].some((against) => isAgainst(one, against)));
  }

  /** Whether what is true rules out what else is known. */
  function isAgainst({ subject: one }: Entry, { subject, set }: Entry): boolean {
    if (one.id === subject.id) return false;
    const isSame = one.test?.on.id === subject.test?.on.id;
    if (one.test !== undefined && subject.test !== undefined && isSame) {
      if (!set.isTrue) return isImplied(one.test, subject.test);
      return isOnly(set, "isTrue") && isExcluded(one.test, subject.test);
    }
    return !set.isTrue && isMacroImplied(one, subject);
  }

  function isMacroImplied(one: Subject, by: Subject): boolean {
    const [first, second] = [one.macro, by.macro];
    if (first === undefined || second === undefined) return false;
    const isAlike =
      first.kind === second.kind && first.through === second.through && first.name === second.name;
    if (!isAlike) return false;
    const key = `${one.id}\n${by.id}`;
    const before = implied.get(key);
    if (before !== undefined) return before;
    const [inner, outer] = [first.body, second.body].map((body) =>
      alternativesOf(body, { source: "", is: true }),
    );
    const found = areCovered(inner, outer);
    implied.set(key, found);
    return found;
  }

  function areCovered(inner: Alternatives, outer: Alternatives): boolean {
    if (inner === undefined || outer === undefined) return false;
    return inner.every((one) => isCovered(one, outer));
  }

  function isCovered(one: Conjunction, by: readonly Conjunction[]): boolean {
    let steps = Math.min(MOST_STEPS, left);
    const isMet = (all: Conjunction): boolean => {
      left -= 1;
      steps -= 1;
      return steps >= 0 && !isContradiction(all);
    };
    /** What is left of it once the first of the others has taken its part, and so on. */
    const visit = (rest: Conjunction, among: readonly Conjunction[]): boolean => {
      if (steps < 0) return false;
      if (!isMet(rest)) return steps >= 0;
      const [first, ...others] = among.filter(
        (each) => !isApart(rest, each) && isMet([...rest, ...each]),
      );
      if (first === undefined) return false;
      return first.every((literal, index) => {
        const turned = { ...literal, set: other(literal.set) };
        return visit([...rest, ...first.slice(0, index), turned], others);
      });
    };
    return visit(one, by);
  }

  return { isContradiction, isCovered };
}

/** Whether two parts say different things of one subject: the quickest way to see that they do not meet. */
function isApart(some: Conjunction, others: Conjunction): boolean {
  return others.some(({ subject, set }) =>
    some.some((one) => one.subject.id === subject.id && isNothing(both(one.set, set))),
  );
}

/** Whether a subject may still have a value once this is known of it, and all that follows from it. */
function isAdded(known: Map<string, Entry>, subject: Subject, set: ValueSet): boolean {
  const before = known.get(subject.id);
  if (before !== undefined && isWithin(before.set, set)) return true;
  const now = both(before?.set ?? subject.universe, set);
  if (isNothing(now)) return false;
  known.set(subject.id, { subject, set: now });
  const { whereThere = [], whereTrue = [], whereFailed = [] } = subject;
  const following = [
    ...(now.fails ? [] : whereThere),
    ...(isOnly(now, "isTrue") ? whereTrue : []),
    ...(isOnly(now, "fails") ? whereFailed : []),
  ];
  return following.every((bound) => isAdded(known, bound.subject, bound.set));
}

/** The same for what follows where a subject has a few values only. */
function isFollowed(known: Map<string, Entry>, { subject, set }: Entry, ground: Ground): boolean {
  const { test, of, lowerOf } = subject;
  if (lowerOf !== undefined) {
    const texts = textsIn(known.get(lowerOf.id)?.set ?? lowerOf.universe);
    if (texts === undefined) return true;
    return isAdded(known, subject, textsOf(texts.map((text) => text.toLowerCase())));
  }
  if (test !== undefined) return isTextFollowed(known, { subject, set }, ground);
  const asked = of === undefined ? undefined : known.get(of.id);
  if (asked === undefined) return true;
  const values = valuesIn(asked.set);
  if (values === undefined || values.length > MOST_TRIED) return true;
  return values.some((value) => {
    const found = ground.outcome(subject, value);
    return found === undefined || isWithin(found, set);
  });
}

function isTextFollowed(
  known: Map<string, Entry>,
  { subject: { test }, set }: Entry,
  ground: Ground,
): boolean {
  const on = test && known.get(test.on.id);
  const texts = on && textsIn(on.set);
  if (test === undefined || on === undefined || texts === undefined) return true;
  if (texts.length > MOST_TRIED) return true;
  const wrong = texts.filter((text) => {
    const found = ground.ofText(test, text);
    return found !== undefined && !isWithin(found, set);
  });
  return isAdded(known, on.subject, other(textsOf(wrong)));
}
