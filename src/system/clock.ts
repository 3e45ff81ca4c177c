import { uptime } from "node:os";
import type { Clock } from "../ports/system/clock.ts";

/** `os.uptime` is exact to some hundredths of a second. */
const NOTICED_SLEEP_MS = 1_000;

/** The clock of the machine. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: createElapsed(),
  after(ms, action) {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
  soon: (action) => void setImmediate(action),
};

/**
 * The monotonic clock of Linux stands still while the machine sleeps; those of other systems do not.
 * What it lacks is in the time since the machine was started, which is read only where the clock on
 * the wall has gone further than the process: that costs a system call.
 */
function createElapsed(): Clock["elapsed"] {
  const awake = () => performance.now();
  if (process.platform !== "linux") return awake;
  const beforeMs = uptime() * 1_000 - awake();
  let slept = 0;
  let ahead = Date.now() - awake();

  return () => {
    const ms = awake();
    const aheadNow = Date.now() - ms;
    if (aheadNow - ahead > NOTICED_SLEEP_MS) {
      const missing = uptime() * 1_000 - ms - beforeMs;
      if (missing - slept > NOTICED_SLEEP_MS) slept = missing;
    }
    ahead = aheadNow;
    return ms + slept;
  };
}
