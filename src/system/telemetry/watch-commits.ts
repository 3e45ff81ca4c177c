import { present } from "../../domain/present.ts";
import { isSurface, type Surface } from "../../domain/surface.ts";
import type { Change, Store } from "../../ports/store/store.ts";
import type { DecisionCount, DecisionOutcome, NodeFigures } from "../../ports/system/figures.ts";
import { createAnswerTimes } from "./count-answers.ts";
import { createDeliveryCounts } from "./count-deliveries.ts";
import { createHistogram } from "./histogram.ts";

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

const OUTCOMES: Readonly<Record<string, DecisionOutcome>> = {
  "request.answered": "answered",
  "request.approved": "approved",
  "request.rejected": "rejected",
  "request.cancelled": "cancelled",
  "request.answered_by_permission": "answered",
  "request.expired": "expired",
};

type CommitFigures = Pick<
  NodeFigures,
  "batchSizes" | "commitSeconds" | "failedBatches" | "decisions" | "answerTimes" | "deliveries"
>;

/** The same commit, which also reports its size, its duration and its decisions. */
export function watchCommits(store: Pick<Store, "commit">): {
  readonly commit: Store["commit"];
  read(): CommitFigures;
} {
  const sizes = createHistogram(SIZES);
  const seconds = createHistogram(SECONDS);
  const counted = [createDecisionCounts(), createAnswerTimes(), createDeliveryCounts()] as const;
  const [decisions, answerTimes, deliveries] = counted;
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
          for (const one of counted) one.add(change);
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
      decisions: decisions.read(),
      answerTimes: answerTimes.read(),
      deliveries: deliveries.read(),
    }),
  };
}

function createDecisionCounts() {
  const counts = new Map<string, DecisionCount>();
  function count(outcome: DecisionOutcome, via: Surface | undefined): void {
    const key = `${outcome} ${via ?? ""}`;
    const before = counts.get(key)?.count ?? 0;
    counts.set(key, { outcome, ...present({ via }), count: before + 1 });
  }
  return {
    add(change: Change): void {
      for (const { type, data } of change.events) {
        const outcome = OUTCOMES[type];
        const via = data?.via;
        // Only the surface becomes a label, because collectors keep labels for good.
        const isKnown = via !== undefined && isSurface(via);
        if (outcome !== undefined) count(outcome, isKnown ? via : undefined);
      }
    },
    read: () => [...counts.values()],
  };
}
