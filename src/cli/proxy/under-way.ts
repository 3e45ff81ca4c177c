import { setImmediate } from "node:timers/promises";

/** Work that has to come to its end before the program does. */
export interface UnderWay {
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves once all is done and whoever asked for it has had a turn to pass it on. */
  settled(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const all = new Set<Promise<unknown>>();
  return {
    add(work) {
      const end = () => void all.delete(work);
      all.add(work);
      work.then(end, end);
      return work;
    },
    async settled() {
      await Promise.allSettled(all);
      await setImmediate();
    },
  };
}
