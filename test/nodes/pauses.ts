import type { Clock } from "../../src/ports/system/clock.ts";

/** Stops a node of this process as a stopped process is: its time stands, and none of its timers runs. */
export interface Pauses {
  clockOf(clock: Clock): Clock;
  pause(): void;
  resume(): void;
  /** Is paused by whoever passes next. */
  pauseOnce(): void;
  /** Resolves when it is not paused. */
  passed(): Promise<void>;
}

export function createPauses(): Pauses {
  const held: (() => void)[] = [];
  let since: number | undefined;
  let sinceElapsed: number | undefined;
  let isPaused = false;
  let isToPause = false;
  let read = () => 0;
  let readElapsed = () => 0;

  const whenOn = (action: () => void) => {
    if (isPaused) held.push(action);
    else action();
  };
  const pause = () => {
    isPaused = true;
    since = read();
    sinceElapsed = readElapsed();
  };
  return {
    clockOf(clock) {
      read = clock.now;
      readElapsed = clock.elapsed;
      return {
        now: () => since ?? clock.now(),
        elapsed: () => sinceElapsed ?? clock.elapsed(),
        after: (ms, action) => clock.after(ms, () => whenOn(action)),
        soon: (action) => clock.soon(() => whenOn(action)),
      };
    },
    pause,
    pauseOnce() {
      isToPause = true;
    },
    resume() {
      isPaused = false;
      // What was under way when it was stopped goes on with the time that it had read.
      for (const action of held.splice(0)) action();
      setImmediate(() => {
        since = undefined;
        sinceElapsed = undefined;
      });
    },
    passed() {
      if (isToPause) pause();
      isToPause = false;
      return new Promise((resolve) => whenOn(resolve));
    },
  };
}
