/** So many nodes that add at once stay within a limit together. */
const NODES = 8;

interface Counted {
  readonly there: number;
  added: number;
}

/** By owner and key: the last count, or the one under way. */
const countsOf = new WeakMap<object, Map<string, Counted | Promise<Counted>>>();

interface Room {
  /** Owners are counted by this key. */
  readonly key: string;
  readonly limit: number;
  /** The number of existing items, exact up to the limit at least. */
  readonly count: () => Promise<number>;
}

/**
 * Whether one more may be added. Counting costs as much as there is to count, so a count is trusted
 * until this process has added its share of what there was room for, and those who ask at once share
 * one.
 */
export async function hasRoom(owner: object, { key, limit, count }: Room): Promise<boolean> {
  const counts = countsOf.get(owner) ?? new Map<string, Counted | Promise<Counted>>();
  countsOf.set(owner, counts);
  const known = await counts.get(key);
  const isTrusted = known !== undefined && known.added < (limit - known.there) / NODES;
  const counted = isTrusted ? known : await countAnew();
  counted.added += 1;
  return counted.there + counted.added <= limit;

  function countAnew(): Promise<Counted> {
    const underWay = counts.get(key);
    if (underWay instanceof Promise) return underWay;
    const counting = count().then((there) => ({ there, added: 0 }));
    counts.set(key, counting);
    counting.then(
      (counted) => counts.set(key, counted),
      () => counts.delete(key),
    );
    return counting;
  }
}
