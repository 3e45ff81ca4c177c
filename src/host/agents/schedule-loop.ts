import { isEarshotError } from "../../domain/errors.ts";
import { DAY_MS } from "../../domain/time.ts";
import { lastTime, nextTime } from "../../domain/zone-time.ts";
import { pause } from "../sessions/pause.ts";
import type { ClaimLoopOptions } from "./claim-loop.ts";
import type { HostedAgent, Schedule } from "./hosted-agent.ts";

/** What a host that was down for longer has missed is left. */
const MISSED_MS = DAY_MS;
/** A clock that jumps, as after the sleep of a machine, is looked at again by then. */
const LOOK_MS = 60_000;
const RETRY_MS = 5_000;

export type ScheduleLoopOptions = Pick<ClaimLoopOptions, "stopping" | "now" | "onFault">;

/**
 * Starts the sessions of one schedule at their due times. Each is named by its due time, so that it
 * begins once, however many hosts there are. Of the times missed within a day, the newest is made
 * up for.
 */
export async function runSchedule(
  agent: HostedAgent,
  schedule: Schedule,
  options: ScheduleLoopOptions & {
    /** Nobody has waited for times before Earshot knew of the schedule. */
    readonly sinceMs: number;
  },
): Promise<void> {
  const { stopping, now, sinceMs } = options;
  let done = Math.max(now() - MISSED_MS, sinceMs);
  while (!stopping.aborted) {
    const at = now();
    const due = lastTime(schedule, { fromMs: Math.max(done, at - MISSED_MS), toMs: at });
    if (due === undefined) {
      await pause(Math.min(nextTime(schedule, at) - at, LOOK_MS), stopping);
    } else if (await startDue(agent, schedule, { due, ...options })) {
      done = due;
    } else {
      await pause(RETRY_MS, stopping);
    }
  }
}

/** Identifies the schedule for Earshot; other times make it another schedule. */
export function scheduleName({ name, at, days = [], timeZone }: Schedule): string {
  return ["schedule", name, at, ...days, timeZone].join(" ");
}

/** Whether the due time is settled: begun by this host or another, or refused for good. */
async function startDue(
  { name: agent, earshot }: HostedAgent,
  { name, text }: Schedule,
  { due, onFault, stopping }: ScheduleLoopOptions & { readonly due: number },
): Promise<boolean> {
  const scheduled = `${name} ${new Date(due).toISOString()}`;
  try {
    await earshot.startSession({ text, scheduled }, { signal: stopping });
    return true;
  } catch (error) {
    if (stopping.aborted) return false;
    onFault(error, { agent });
    return isEarshotError(error, "INVALID_INPUT");
  }
}
