import { z } from "zod";
import { isSurface } from "../../domain/surface.ts";
import { isTimeOfDay, isTimeZone, WEEKDAYS } from "../../domain/zone-time.ts";
import { isDuration, MODEL } from "../experiment.ts";

/*
 * An agent file: what a host runs. The schema is published as docs/reference/agent.md and, for
 * editors, as agent.schema.json.
 */

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const name = z.string().regex(NAME, "is no name: use letters, digits, dots, _ and -");
const someNames = z.array(z.string().min(1)).max(100);
const duration = z
  .string()
  .refine(isDuration, { error: "is no duration; write 45s, 10m, 8h or 3d" });
const timeOfDay = z
  .string()
  .refine(isTimeOfDay, { error: 'is no time of the day; write "09:00" with its quotes' });
const timeZone = z
  .string()
  .refine(isTimeZone, { error: "is no time zone; write one such as Europe/Berlin" })
  .default("UTC");

const channel = z.strictObject({
  channel: z
    .string()
    .refine(isSurface, { error: "is no channel; write slack, telegram, email or inbox" })
    .meta({ description: "The channel, as `npx earshot channels list` names it." }),
  chats: someNames
    .min(1)
    .optional()
    .meta({ description: "Chats by the platform's ids. Absent: every one that is linked." }),
  direct: z
    .boolean()
    .default(true)
    .meta({ description: "Whether what is said to it in a direct chat starts a session." }),
  mention: z
    .boolean()
    .default(true)
    .meta({ description: "Whether its mention in a shared chat does." }),
});

const precondition = z.strictObject({
  tool: z.string().min(1).meta({ description: "The tool that it guards; `*` stands for any." }),
  check: z.string().min(1).meta({ description: "A tool that changes nothing." }),
  args: z
    .record(z.string(), z.json())
    .default({})
    .meta({ description: "What that is called with." }),
});

const worker = z.strictObject({
  name: name.meta({ description: "What the agent calls it by." }),
  description: z.string().min(1).max(1_000).meta({ description: "What it is good for." }),
  prompt: z.string().min(1).meta({ description: "Its system prompt." }),
  tools: someNames.default([]).meta({ description: "Tools by name; none that reach people." }),
  steps: z.int().min(1).max(1_000).default(20).meta({ description: "Calls of the model." }),
});

const schedule = z.strictObject({
  name: name.meta({ description: "What it is called, in the names of its sessions." }),
  at: timeOfDay.meta({ description: "When, as `HH:MM` within quotes." }),
  days: z
    .array(z.enum(WEEKDAYS))
    .min(1)
    .optional()
    .meta({ description: "On which days of the week. Absent: on all." }),
  time_zone: timeZone.meta({ description: "In which time zone." }),
  text: z.string().min(1).meta({ description: "What its sessions are started with." }),
});

const limits = z
  .strictObject({
    sessions: z
      .int()
      .min(1)
      .max(1_000)
      .default(4)
      .meta({ description: "Sessions at once on one host." }),
    steps: z
      .int()
      .min(1)
      .max(10_000)
      .default(50)
      .meta({ description: "Calls of the model in one session." }),
    tokens: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Tokens of one session, read and written." }),
    time: duration
      .optional()
      .meta({ description: "How long one session may work, such as `30m`; people's time aside." }),
    attempts: z
      .int()
      .min(1)
      .max(100)
      .default(3)
      .meta({ description: "How often a session is taken up before it is given up." }),
    acknowledge_after: duration.default("30s").meta({
      description: "After so long without a word it is told to say that it works on it.",
    }),
  })
  .meta({ description: "Where it stops. What is absent has no limit." });

/** An agent in the form that its file may write. */
export const AGENT_FILE = z
  .strictObject({
    description: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: "What the agent is for, for people." }),
    model: MODEL.optional(),
    command: z.array(z.string().min(1)).min(1).optional().meta({
      description:
        "Instead of a model: the program that is the agent, with its arguments, started in the agent's folder for each session.",
    }),
    system: z.string().optional().meta({ description: "The system prompt." }),
    system_file: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "Or a file that holds it, relative to the agent's folder." }),
    tools: z
      .union([
        z.string().meta({ description: "a set of tools" }),
        z.array(z.string()).meta({ description: "tools by name" }),
      ])
      .default([])
      .meta({
        description:
          "What it may call besides what every agent of a host has: a list of names, or a set such as `classic` without those of its tools that wait for a person.",
      }),
    skills: someNames.optional().meta({
      description:
        "Skills by name. Absent: all in its folder `skills` and in the one beside `agents`.",
    }),
    channels: z
      .array(channel)
      .max(32)
      .default([])
      .meta({ description: "Where people reach it; each starts sessions." }),
    approvals: z
      .array(z.string().min(1))
      .max(100)
      .default([])
      .meta({ description: "Tools whose calls people approve first; `*` stands for any." }),
    preconditions: z
      .array(precondition)
      .max(100)
      .default([])
      .meta({ description: "What must be as it was when an approved call runs." }),
    workers: z
      .array(worker)
      .max(50)
      .default([])
      .meta({ description: "Those it can give parts of its work to." }),
    operators: someNames
      .min(1)
      .optional()
      .meta({ description: "Names of the operators who are asked. Absent: any of them." }),
    schedules: z
      .array(schedule)
      .max(100)
      .default([])
      .meta({ description: "When it starts by itself." }),
    limits: limits.prefault({}),
  })
  .meta({ title: "An agent for earshot host" });
export type AgentFile = z.output<typeof AGENT_FILE>;

/** Whether a folder's name is a valid name for an agent. */
export function isAgentName(text: string): boolean {
  return NAME.test(text);
}

/** `agent.schema.json`, against which editors check an agent file. */
export function agentSchema(): Record<string, unknown> {
  return z.toJSONSchema(AGENT_FILE, { target: "draft-2020-12", io: "input" });
}
