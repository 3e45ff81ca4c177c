import type { Clock } from "../../ports/system/clock.ts";

interface Task {
  readonly at: number;
  readonly order: number;
  readonly label: string;
  readonly run: () => void;
}

/** Time that passes only from task to task, and everything that waits for it. */
export interface VirtualTime {
  /** Milliseconds since the simulation began. */
  elapsed(): number;
  schedule(afterMs: number, label: string, run: () => void): () => void;
  /** Runs the next task and everything that follows at once; undefined if nothing waits. */
  step(): Promise<string | undefined>;
  /**
   * Has work that takes real time take none here: the step that began it waits for it, and of several
   * one is done after another, so that they end in the order in which they began.
   */
  awaitReal<T>(work: () => Promise<T>): Promise<T>;
  /** Has the listener hear of each new time of the machine's clock, before anything else does. */
  onMove(listener: (nowMs: number) => void): void;
  /**
   * Sets the machine's clock without anything happening: back, or ahead as by a sleep, of which only
   * what is further than it ever was counts as elapsed.
   */
  jump(ms: number): void;
  /** The clock as a process sees it; dead ones hear of nothing any more. */
  clockOf(isAlive: () => boolean): Clock;
}

const START = Date.UTC(2026, 0, 1);

export function createVirtualTime(): VirtualTime {
  const tasks = new Set<Task>();
  let now = 0;
  let skew = 0;
  let slept = 0;
  let order = 0;
  let working = 0;
  let lastWork: Promise<unknown> = Promise.resolve();
  let moved: (nowMs: number) => void = () => {};

  const clockNow = () => START + Math.floor(now) + skew;

  async function awaitReal<T>(work: () => Promise<T>): Promise<T> {
    working += 1;
    const mine = lastWork.then(work);
    lastWork = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      working -= 1;
    }
  }

  function schedule(afterMs: number, label: string, run: () => void): () => void {
    const task = { at: now + Math.max(afterMs, 0), order: order++, label, run };
    tasks.add(task);
    return () => tasks.delete(task);
  }

  function earliest(): Task | undefined {
    let first: Task | undefined;
    for (const task of tasks) {
      const isEarlier =
        first === undefined ||
        task.at < first.at ||
        (task.at === first.at && task.order < first.order);
      if (isEarlier) first = task;
    }
    return first;
  }

  return {
    elapsed: () => now,
    schedule,
    awaitReal,
    async step() {
      const task = earliest();
      if (task === undefined) return undefined;
      tasks.delete(task);
      now = task.at;
      moved(clockNow());
      task.run();
      // Nothing else that is simulated waits for anything but promises, so one turn of the loop runs
      // all of it.
      do {
        await lastWork;
        await new Promise((resolve) => setImmediate(resolve));
      } while (working > 0);
      return task.label;
    },
    onMove(listener) {
      moved = listener;
      listener(clockNow());
    },
    jump(ms) {
      skew += ms;
      slept = Math.max(slept, skew);
      moved(clockNow());
    },
    clockOf: (isAlive) => ({
      now: clockNow,
      elapsed: () => Math.floor(now) + slept,
      after: (ms, action) => schedule(ms, "timer", () => isAlive() && action()),
      soon: (action) => void schedule(0, "turn", () => isAlive() && action()),
    }),
  };
}
