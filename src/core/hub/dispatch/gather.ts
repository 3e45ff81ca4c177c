import type { Clock } from "../../../ports/clock.ts";
import type { Commit } from "../../group-commit.ts";

/** So many are worth a commit; a larger one costs each as much. */
const ENOUGH = 96;
/** Turns of the event loop for which others are waited for. */
const TURNS = 4;

/**
 * Where much is under way, changes wait for a moment so that more of them share a physical commit:
 * nobody waits for one of them, only its lane does.
 */
export function createGather(
  { commit, clock }: { readonly commit: Commit; readonly clock: Pick<Clock, "soon"> },
  isBusy: () => boolean,
): Commit {
  let waiting: (() => void)[] = [];

  function turn(left: number): void {
    if (left > 0 && waiting.length < ENOUGH) {
      clock.soon(() => turn(left - 1));
      return;
    }
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  }

  return async (change) => {
    if (!isBusy()) return await commit(change);
    await new Promise<void>((go) => {
      waiting.push(go);
      if (waiting.length === 1) turn(TURNS);
    });
    return await commit(change);
  };
}
