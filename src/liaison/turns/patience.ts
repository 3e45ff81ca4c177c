import type { Turn } from "../../ports/model/liaison-turns.ts";
import type { Understanding } from "../../ports/model/understanding.ts";

export interface PatienceOptions {
  /** Reads at once, in place of what takes too long. */
  readonly fallback: Understanding;
  /** All readings of one turn have this long together. */
  readonly totalMs: number;
  /** Hears of each turn for which the fallback stood in. */
  readonly onLate: () => void;
}

type Reading = "define" | "interpret" | "intent";

/**
 * Makes a turn with what is read within its time. If something came too late, the turn is made once
 * more by the same readings as soon as they are there.
 */
export async function madeInTime(
  understanding: Understanding,
  { fallback, totalMs, onLate }: PatienceOptions,
  make: (understanding: Understanding) => Promise<Turn>,
): Promise<Turn> {
  const { promise: over, resolve } = Promise.withResolvers<typeof OVER>();
  const timer = setTimeout(() => resolve(OVER), totalMs);
  const readings = new Map<string, Promise<unknown>>();
  let isLate = false;

  function read<T>(name: Reading, input: object, ask: () => Promise<T>): Promise<T> {
    const key = `${name} ${JSON.stringify(input)}`;
    const known = readings.get(key) ?? ask();
    readings.set(key, known);
    return known as Promise<T>;
  }

  async function inTime<T>(reading: Promise<T>, instead: () => Promise<T>): Promise<T> {
    const first = await Promise.race([reading, over]);
    if (first !== OVER) return first;
    isLate = true;
    // It is awaited once more by the later turn, which hears of its failure.
    reading.catch(() => {});
    return await instead();
  }

  const { name } = understanding;
  const patient: Understanding = {
    name,
    define: (input) => read("define", input, () => understanding.define(input)),
    interpret: (input) => read("interpret", input, () => understanding.interpret(input)),
    intent: (input) => read("intent", input, () => understanding.intent(input)),
  };
  const hurried: Understanding = {
    name,
    define: (input) => inTime(patient.define(input), () => fallback.define(input)),
    interpret: (input) => inTime(patient.interpret(input), () => fallback.interpret(input)),
    intent: (input) => inTime(patient.intent(input), () => fallback.intent(input)),
  };

  const turn = await make(hurried).finally(() => clearTimeout(timer));
  if (!isLate) return turn;
  onLate();
  const later = make(patient)
    .then((other) => (isSame(turn, other) ? undefined : other))
    .catch(() => undefined);
  return { ...turn, later };
}

const OVER = Symbol("its time is over");

function isSame({ say, steps }: Turn, other: Turn): boolean {
  return say === other.say && JSON.stringify(steps) === JSON.stringify(other.steps);
}
