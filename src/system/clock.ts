import { uptime } from "node:os";
import type { Clock } from "../ports/system/clock.ts";

/** `os.uptime` is exact to some hundredths of a second. */
const NOTICED_SLEEP_MS = 1_000;

const awake = () => performance.now();

/** The clock of the machine. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed:
    process.platform === "linux"
      ? createElapsed({ awake, wall: () => Date.now(), uptime: () => uptime() * 1_000 })
      : awake,
  after(ms, action) {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
  soon: (action) => void setImmediate(action),
};

/** The clocks of a machine, in milliseconds. */
export interface MachineClocks {
  /** Stands still while the machine sleeps. */
  awake(): number;
  /** The time of day, which somebody may set. */
  wall(): number;
  /** Since the machine was started, its sleep included; reading it costs a system call. */
  uptime(): number;
}

/**
 * The monotonic clock of Linux stands still while the machine sleeps; those of other systems do not.
 * What it lacks is in the time since the machine was started, which is read only where the time of day
 * has gone further than the process.
 */
export function createElapsed({ awake, wall, uptime }: MachineClocks): Clock["elapsed"] {
  const beforeMs = uptime() - awake();
  let slept = 0;
  let ahead = wall() - awake();

  return () => {
    const ms = awake();
    const aheadNow = wall() - ms;
    if (aheadNow - ahead > NOTICED_SLEEP_MS) {
      const missing = uptime() - ms - beforeMs;
      if (missing - slept > NOTICED_SLEEP_MS) slept = missing;
    }
    ahead = aheadNow;
    return ms + slept;
  };
}
