import type { Clock } from "../ports/system/clock.ts";

/** The clock of the machine. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
  soon: (action) => void setImmediate(action),
};
