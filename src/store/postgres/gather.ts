/** How many values a statement has at most. */
const AT_ONCE = 1_000;

export type ReadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

/**
 * Looks up with one statement what many callers ask for in one turn of the event loop. It starts when
 * the turn ends, so each sees everything that was committed before they asked.
 */
export function gather<K, V>(readMany: ReadMany<K, V>): (key: K) => Promise<V | undefined> {
  let asked: Map<K, PromiseWithResolvers<V | undefined>> | undefined;

  async function answer(all: Map<K, PromiseWithResolvers<V | undefined>>): Promise<void> {
    try {
      const found = await readMany([...all.keys()]);
      for (const [key, { resolve }] of all) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of all.values()) reject(error);
    }
  }

  function open(): Map<K, PromiseWithResolvers<V | undefined>> {
    const all = new Map<K, PromiseWithResolvers<V | undefined>>();
    asked = all;
    setImmediate(() => {
      if (asked === all) asked = undefined;
      void answer(all);
    });
    return all;
  }

  return (key) => {
    const all = asked === undefined || asked.size >= AT_ONCE ? open() : asked;
    const known = all.get(key);
    if (known !== undefined) return known.promise;
    const own = Promise.withResolvers<V | undefined>();
    all.set(key, own);
    return own.promise;
  };
}
