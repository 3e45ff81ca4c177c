/** Two clocks drift apart by a millisecond or two in this time. */
const WINDOW_MS = 30_000;
const JUMP_MS = 1_000;

/** The database's time in an answer, between two moments of a monotonic clock. */
export interface TimeSample {
  readonly databaseMs: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** How far the database's clock is ahead of this process's monotonic one. */
export interface ClockOffset {
  add(sample: TimeSample): void;
  /** Add it to the monotonic time; 0 before the first measurement. */
  ms(): number;
  /** How wrong it can be: half a round trip. */
  errorMs(): number;
}

interface Measured {
  readonly ms: number;
  readonly errorMs: number;
  readonly at: number;
}

/**
 * The best of the newest measurements: the shorter the round trip, the smaller the error. If the
 * database's clock was set, the first measurement that proves it counts at once. A slow one, such as a
 * commit that waited for its disk, proves nothing.
 */
export function createClockOffset(): ClockOffset {
  let window: readonly Measured[] = [];
  let best: Measured | undefined;

  return {
    add({ databaseMs, askedAt, answeredAt }) {
      const measured: Measured = {
        ms: databaseMs - (askedAt + answeredAt) / 2,
        errorMs: (answeredAt - askedAt) / 2,
        at: answeredAt,
      };
      const hasJumped = best !== undefined && isElsewhere(measured, best);
      const kept = hasJumped ? [] : window.filter(({ at }) => answeredAt - at < WINDOW_MS);
      window = withoutWorse(kept, measured);
      best = window[0];
    },
    ms: () => best?.ms ?? 0,
    errorMs: () => best?.errorMs ?? Number.POSITIVE_INFINITY,
  };
}

function isElsewhere(one: Measured, other: Measured): boolean {
  return Math.abs(one.ms - other.ms) > JUMP_MS + one.errorMs + other.errorMs;
}

/** The best first. One that is older and worse than the newest will never be the best. */
function withoutWorse(kept: readonly Measured[], newest: Measured): readonly Measured[] {
  return [...kept.filter(({ errorMs }) => errorMs < newest.errorMs), newest];
}
