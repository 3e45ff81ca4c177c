import { present } from "../domain/present.ts";
import type { PatternSearch } from "../ports/store/pattern-search.ts";
import type { Store } from "../ports/store/store.ts";
import { compilePattern, createScan } from "./pattern-match.ts";

const PAGE = 100;
const BUDGET_MS = 500;

/** Searches through the store itself: for a store in memory, which no other thread can open. */
export function createDirectPatternSearch(store: Pick<Store, "listMemory">): PatternSearch {
  return {
    async search({ place, pattern, syntax }) {
      const scan = createScan(compilePattern(pattern, syntax), BUDGET_MS);
      for (let after: string | undefined; ; ) {
        const records = await store.listMemory({
          place,
          ...present({ after }),
          limit: PAGE,
          withValues: true,
        });
        const isOver = records.some(({ key, value }) => !scan.look(`${key}\n${value}`));
        if (isOver || records.length < PAGE) break;
        after = records.at(-1)?.key;
      }
      return { matches: scan.take(), isPartial: scan.isPartial() };
    },
    close: async () => {},
  };
}
