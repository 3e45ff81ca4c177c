import { isEarshotError } from "../../domain/errors.ts";
import type { AgentProfile } from "../../domain/sessions/agent-profile.ts";
import { toMs } from "../../domain/timestamp.ts";
import { pause } from "../sessions/pause.ts";
import { type ClaimLoopOptions, runClaimLoop } from "./claim-loop.ts";
import type { HostedAgent, Schedule } from "./hosted-agent.ts";
import { runSchedule, scheduleName } from "./schedule-loop.ts";
import { createSlots } from "./slots.ts";

export interface HostAgentsOptions extends Pick<ClaimLoopOptions, "host" | "now" | "onFault"> {
  readonly agents: readonly HostedAgent[];
  /** Sessions of all agents at once; 16 by default. */
  readonly atOnce?: number;
  /**
   * How long a stop waits for sessions to reach a step where nothing is half done; 20 s by default.
   */
  readonly graceMs?: number;
}

export interface RunningAgents {
  /** Takes nothing up any more; resolves when nothing runs. */
  stop(): Promise<void>;
}

const AT_ONCE = 16;
const GRACE_MS = 20_000;
const REGISTER_MS = 2_000;

/** Registers the agents and runs their sessions. */
export function hostAgents({
  agents,
  atOnce = AT_ONCE,
  graceMs = GRACE_MS,
  ...rest
}: HostAgentsOptions): RunningAgents {
  const [stopping, dropped] = [new AbortController(), new AbortController()];
  const options: ClaimLoopOptions = {
    ...rest,
    slots: createSlots(atOnce),
    stopping: stopping.signal,
    dropped: dropped.signal,
  };
  const loops = Promise.all(agents.map((agent) => runAgent(agent, options)));

  async function end(): Promise<void> {
    stopping.abort();
    const isOver = new AbortController();
    const limit = pause(graceMs, isOver.signal).then(() => dropped.abort());
    await loops;
    isOver.abort();
    await limit;
  }

  let ending: Promise<void> | undefined;
  return {
    stop() {
      ending ??= end();
      return ending;
    },
  };
}

async function runAgent(agent: HostedAgent, options: ClaimLoopOptions): Promise<void> {
  const known = await register(agent, options);
  if (known === undefined) return;
  const sinceMs = (schedule: Schedule) => toMs(known.since?.[scheduleName(schedule)] ?? known.at);
  await Promise.all([
    runClaimLoop(agent, options),
    ...agent.schedules.map((schedule) =>
      runSchedule(agent, schedule, { ...options, sinceMs: sinceMs(schedule) }),
    ),
  ]);
}

/**
 * Without knowing what starts its sessions, nothing could begin one correctly. Undefined at the
 * end.
 */
async function register(
  { name, earshot, profile, schedules }: HostedAgent,
  { stopping, onFault }: ClaimLoopOptions,
): Promise<AgentProfile | undefined> {
  let isTold = false;
  while (!stopping.aborted) {
    try {
      return await earshot.registerAgent({ ...profile, schedules: schedules.map(scheduleName) });
    } catch (error) {
      // An agent stays halted for as long as people want.
      if (!(isTold && isEarshotError(error, "NOT_ALLOWED"))) onFault(error, { agent: name });
      isTold = true;
      await pause(REGISTER_MS, stopping);
    }
  }
  return undefined;
}
