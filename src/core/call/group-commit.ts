import { EarshotError } from "../../domain/errors.ts";
import type { Change, CommitListener, CommitResult, Store } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";

/** Commits one change; see `Store.commit` for what the results mean. */
export type Commit = (change: Change) => Promise<CommitResult>;

interface Pending {
  readonly change: Change;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds one transaction, and so how long the next changes wait for it. */
const MAX_BATCH = 512;
/** With this many waiting, a second commit beside the running one pays off. */
const WORTH_ANOTHER = 8;

/**
 * Lets concurrent changes share one physical commit. Changes that arrive during a commit make up the
 * next one; after a quiet moment the first change waits only for the work that is ready now.
 */
export function createGroupCommit(
  store: Pick<Store, "commit" | "commitsAtOnce">,
  clock: Pick<Clock, "soon">,
  listeners: readonly CommitListener[],
): Commit {
  const { commitsAtOnce = 1 } = store;
  const queue: Pending[] = [];
  let running = 0;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH);
      await commitBatch(batch);
    }
    running -= 1;
  }

  async function commitBatch(batch: readonly Pending[]): Promise<void> {
    let results: readonly CommitResult[];
    try {
      results = await store.commit(batch.map((pending) => pending.change));
    } catch (error) {
      for (const pending of batch) pending.reject(error);
      return;
    }
    for (const [index, pending] of batch.entries()) settle(pending, results[index]);
  }

  function settle(pending: Pending, result: CommitResult | undefined): void {
    if (result === undefined) {
      pending.reject(new EarshotError("INTERNAL", "The store gave no result for a change."));
    } else if (result.outcome === "failed") {
      pending.reject(result.error);
    } else {
      hear(pending, result);
    }
  }

  /** All listeners hear, also after one that threw; its error goes to the change it threw on alone. */
  function hear({ change, resolve, reject }: Pending, result: CommitResult): void {
    for (const listen of listeners) {
      try {
        listen(change, result);
      } catch (error) {
        reject(error);
      }
    }
    resolve(result);
  }

  return (change) =>
    new Promise((resolve, reject) => {
      queue.push({ change, resolve, reject });
      if (running >= commitsAtOnce || (running > 0 && queue.length < WORTH_ANOTHER)) return;
      running += 1;
      clock.soon(() => void run());
    });
}
