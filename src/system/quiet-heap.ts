import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How long a process has to have little to do. */
const QUIET_MS = 15_000;
/** The share of that time in which it may have worked all the same. */
const QUIET_SHARE = 0.05;
/** What V8 holds beyond what is in use, and more than it would give back. */
const SLACK_BYTES = 12 * 2 ** 20;

type Collect = (options: { readonly type: "minor" }) => void;

/**
 * Has V8 give memory back while the process has little to do. V8 does so by itself, in small steps and some
 * seconds after a collection; a process that allocates nothing collects nothing, and would keep for
 * days what its start or a busy hour took. One collection of the young generation, of a few
 * milliseconds, begins it. Returns what ends the watch.
 */
export function giveBackWhenQuiet(quietMs: number = QUIET_MS): () => void {
  const collect = exposedCollect();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET_SHARE || slack() < SLACK_BYTES) return;
    collect({ type: "minor" });
  }, quietMs).unref();
  return () => clearInterval(timer);
}

function slack(): number {
  const { total_heap_size, used_heap_size } = getHeapStatistics();
  return total_heap_size - used_heap_size;
}

/** Node has no module for it; only a context that is made while the flag is set has the function. */
function exposedCollect(): Collect {
  setFlagsFromString("--expose-gc");
  try {
    return runInNewContext("gc") as Collect;
  } finally {
    setFlagsFromString("--no-expose-gc");
  }
}
