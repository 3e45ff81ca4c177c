/** A count is trusted for this many additions. */
const TRUSTED = 128;

interface Counted {
  readonly there: number;
  added: number;
}

const countsOf = new WeakMap<object, Map<string, Counted>>();

interface Room {
  /** Owners are counted by this key. */
  readonly key: string;
  readonly limit: number;
  /** The number of existing items, exact up to the limit at least. */
  readonly count: () => Promise<number>;
}

/**
 * Whether one more may be added. Counting costs as much as there is to count, so it happens at
 * every 128th addition, and at each one near the limit. Only additions of other nodes in between
 * can exceed the limit.
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
