/** A held call, which shows a sign of life at every beat. */
export interface Held {
  /** `count` is 1 at the first beat and rises by 1. */
  beat(count: number): void;
}

/** Regular beats for any number of held calls, from one timer. */
export interface Pulse {
  readonly intervalMs: number;
  hold(held: Held): void;
  release(held: Held): void;
}

interface Due {
  count: number;
  at: number;
}

/** How late a beat may be, as a share of its interval. */
const PRECISION = 10;

export function createPulse(intervalMs: number): Pulse {
  // A call that has just beaten goes to the end, so the first is always due first.
  const due = new Map<Held, Due>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    for (const [held, next] of due) {
      if (next.at > now) return;
      due.delete(held);
      due.set(held, next);
      next.at = now + intervalMs;
      next.count += 1;
      held.beat(next.count);
    }
  }

  return {
    intervalMs,
    hold(held) {
      due.set(held, { count: 0, at: performance.now() + intervalMs });
      timer ??= setInterval(tick, intervalMs / PRECISION).unref();
    },
    release(held) {
      due.delete(held);
      if (due.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
