/** What was counted is taken for granted for so many more. */
const TRUSTED = 128;

interface Counted {
  readonly there: number;
  added: number;
}

const countsOf = new WeakMap<object, Map<string, Counted>>();

interface Room {
  /** What is counted apart. */
  readonly key: string;
  readonly limit: number;
  /** How many are there, up to the limit at least. */
  readonly count: () => Promise<number>;
}

/**
 * Whether there may be one more. Counting costs as much as there is to count, so it is done for every
 * 128th; near the limit for each, and the limit is kept but for what other nodes add meanwhile.
 */
export async function hasRoom(owner: object, { key, limit, count }: Room): Promise<boolean> {
  const counts = countsOf.get(owner) ?? new Map<string, Counted>();
  countsOf.set(owner, counts);
  const known = counts.get(key);
  const isKnown = known !== undefined && known.added < TRUSTED;
  const counted =
    isKnown && known.there + TRUSTED < limit ? known : { there: await count(), added: 0 };
  counts.set(key, counted);
  counted.added += 1;
  return counted.there < limit;
}
