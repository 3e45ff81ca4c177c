import type { Meter } from "../../../domain/policy/expressions/expression.ts";

/** Of the judgement that is under way. One runs at a time: nothing waits. */
let current: Meter | undefined;

/** Judges, and has what is read paid for by this meter. */
export function metered<T>(meter: Meter, judge: () => T): T {
  const before = current;
  current = meter;
  try {
    return judge();
  } finally {
    current = before;
  }
}

/** Takes units from what the judgement that is under way may still take. */
export function spend(units: number): void {
  current?.take(units);
}

const found = new WeakMap<Meter, Map<string, () => unknown>>();

/** What is worked out once for all expressions of a decision that ask for it, a failure as well. */
export function onceADecision<T>(key: string, make: () => T): T {
  if (current === undefined) return make();
  const known = found.get(current) ?? new Map<string, () => unknown>();
  found.set(current, known);
  const before = known.get(key) ?? outcomeOf(make);
  known.set(key, before);
  return before() as T;
}

function outcomeOf(make: () => unknown): () => unknown {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
