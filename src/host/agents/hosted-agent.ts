import { present } from "../../domain/present.ts";
import type { DailyTime } from "../../domain/zone-time.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { RegisterAgentInput } from "../../ports/earshot/sessions.ts";
import type { SessionRunner } from "../sessions/runner.ts";
import type { AgentDefinition } from "./read-agent.ts";

/** When an agent starts by itself, and with what task. */
export interface Schedule extends DailyTime {
  readonly name: string;
  readonly text: string;
}

/** An agent with everything that a host needs to run its sessions. */
export interface HostedAgent {
  readonly name: string;
  /** Earshot as this agent. */
  readonly earshot: Earshot;
  readonly run: SessionRunner;
  readonly profile: RegisterAgentInput;
  /** How many of its sessions run at once. */
  readonly sessions: number;
  readonly schedules: readonly Schedule[];
}

/** What Earshot is told about the agent, and how many of its sessions run at once. */
export function hostedAgent(
  definition: AgentDefinition,
  parts: Pick<HostedAgent, "earshot" | "run">,
): HostedAgent {
  const { name, description, channels, skills, model, limits, schedules } = definition;
  return {
    ...parts,
    name,
    profile: {
      channels: channels.map(({ chats, ...rest }) => ({ ...rest, ...present({ chats }) })),
      ...present({ description }),
      skills: skills.map((skill) => skill.name),
      judges: model !== undefined,
    },
    sessions: limits.sessions,
    schedules: schedules.map(({ time_zone: timeZone, ...rest }) => ({ ...rest, timeZone })),
  };
}
