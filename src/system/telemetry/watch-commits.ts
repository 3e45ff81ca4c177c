import type { Store } from "../../ports/store/store.ts";
import type { NodeFigures } from "../../ports/system/figures.ts";
import { createDeliveryCounts } from "./count-deliveries.ts";
import { createEndings } from "./count-endings.ts";
import { createHistogram } from "./histogram.ts";

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

type CommitFigures = Pick<
  NodeFigures,
  | "batchSizes"
  | "commitSeconds"
  | "failedBatches"
  | "decisions"
  | "answerTimes"
  | "noTimes"
  | "deliveries"
  | "undeliverable"
>;

/** The same commit, which also reports its size, its duration and what it brought people. */
export function watchCommits(store: Pick<Store, "commit">): {
  readonly commit: Store["commit"];
  read(): CommitFigures;
} {
  const sizes = createHistogram(SIZES);
  const seconds = createHistogram(SECONDS);
  const endings = createEndings();
  const deliveries = createDeliveryCounts();
  let failed = 0;
  return {
    async commit(changes) {
      const begun = performance.now();
      try {
        const results = await store.commit(changes);
        sizes.observe(changes.length);
        seconds.observe((performance.now() - begun) / 1_000);
        for (const [index, change] of changes.entries()) {
          if (results[index]?.outcome !== "committed") continue;
          endings.add(change);
          deliveries.add(change);
        }
        return results;
      } catch (error) {
        failed += 1;
        throw error;
      }
    },
    read: () => ({
      batchSizes: sizes.read(),
      commitSeconds: seconds.read(),
      failedBatches: failed,
      ...endings.read(),
      ...deliveries.read(),
    }),
  };
}
