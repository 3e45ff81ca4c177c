import type { Clock } from "../../ports/clock.ts";

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
  /** Runs the next task with all that follows from it at once; undefined where nothing waits. */
  step(): Promise<string | undefined>;
  /** Sets the machine's clock, without time passing. */
  jump(ms: number): void;
  /** The clock as a process sees it; dead ones hear of nothing any more. */
  clockOf(isAlive: () => boolean): Clock;
}

const START = Date.UTC(2026, 0, 1);

export function createVirtualTime(): VirtualTime {
  const tasks = new Set<Task>();
  let now = 0;
  let skew = 0;
  let order = 0;

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
    async step() {
      const task = earliest();
      if (task === undefined) return undefined;
      tasks.delete(task);
      now = task.at;
      task.run();
      // Nothing simulated waits for anything but promises, so one turn of the loop runs all of it.
      await new Promise((resolve) => setImmediate(resolve));
      return task.label;
    },
    jump(ms) {
      skew += ms;
    },
    clockOf: (isAlive) => ({
      now: () => START + Math.floor(now) + skew,
      after: (ms, action) => schedule(ms, "timer", () => isAlive() && action()),
      soon: (action) => void schedule(0, "turn", () => isAlive() && action()),
    }),
  };
}
