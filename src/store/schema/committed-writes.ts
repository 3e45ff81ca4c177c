import type { Change, CommitResult } from "../../ports/store/store.ts";
import { type LocalCache, makesStale, type WriteStaling } from "../../ports/store/write-effects.ts";

/** The writes of a batch that are on disk and that a cache must take up. */
export function* committedWrites<C extends LocalCache>(
  cache: C,
  changes: readonly Change[],
  results: readonly CommitResult[],
): Generator<WriteStaling<C>, void> {
  for (const [index, { writes }] of changes.entries()) {
    if (results[index]?.outcome !== "committed") continue;
    for (const write of writes) if (makesStale(cache, write)) yield write;
  }
}
