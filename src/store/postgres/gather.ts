import type { WorkspaceId } from "../../domain/id.ts";

/** How many values a statement has at most. */
const AT_ONCE = 1_000;
/** A read that takes longer no longer keeps the next one waiting: its connection may be dead. */
const LATE_MS = 20;
/** A reader of one workspace holds nothing but those who ask at the same time. */
const KEPT = 1_000;

export type ReadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

/**
 * The keys in a statement that reads by them: the second value. The planner does not see how many there
 * are. It would take a plan for fewer keys for a better one, and plan again each time.
 */
export const KEYS_ASKED = "(select $2::text[])::text[]";

type Asked<K, V> = Map<K, PromiseWithResolvers<V | undefined>>;

/**
 * Looks up with one statement what many callers ask for in one turn of the event loop, or while an
 * earlier look is under way. It starts after they asked, so each sees everything that was committed
 * before.
 */
export function gather<K, V>(readMany: ReadMany<K, V>): (key: K) => Promise<V | undefined> {
  let asked: Asked<K, V> | undefined;
  let underWay = 0;
  const waiting = new Set<Asked<K, V>>();

  async function answer(all: Asked<K, V>): Promise<void> {
    waiting.delete(all);
    if (asked === all) asked = undefined;
    underWay += 1;
    try {
      const found = await readMany([...all.keys()]);
      for (const [key, { resolve }] of all) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of all.values()) reject(error);
    }
    underWay -= 1;
    for (const next of waiting) void answer(next);
  }

  function answerSoon(all: Asked<K, V>): void {
    if (underWay === 0) {
      void answer(all);
      return;
    }
    waiting.add(all);
    setTimeout(() => {
      if (waiting.has(all)) void answer(all);
    }, LATE_MS).unref();
  }

  function open(): Asked<K, V> {
    const all: Asked<K, V> = new Map();
    asked = all;
    setImmediate(() => answerSoon(all));
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

/** The same for the rows of each workspace, which no statement reads together with those of another. */
export function gatherWithin<K, V>(
  readMany: (workspace: WorkspaceId, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (workspace: WorkspaceId, key: K) => Promise<V | undefined> {
  const readers = new Map<WorkspaceId, (key: K) => Promise<V | undefined>>();

  function readerOf(workspace: WorkspaceId): (key: K) => Promise<V | undefined> {
    const known = readers.get(workspace);
    if (known !== undefined) return known;
    if (readers.size >= KEPT) readers.clear();
    const made = gather<K, V>((keys) => readMany(workspace, keys));
    readers.set(workspace, made);
    return made;
  }

  return (workspace, key) => readerOf(workspace)(key);
}
