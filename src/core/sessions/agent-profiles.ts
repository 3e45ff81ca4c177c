import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { AgentProfile } from "../../domain/sessions/agent-profile.ts";
import { checkText } from "../../domain/text.ts";
import type { RegisterAgentInput } from "../../ports/earshot/sessions.ts";
import { commitOrThrow } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { asHost } from "./access.ts";

const MAX_DESCRIPTION_BYTES = 2 * 1024;
const MAX_NAMES = 500;

/** Registers what starts sessions of the agent; repeating it changes nothing. */
export async function registerAgent(
  ctx: Context,
  caller: Caller,
  input: RegisterAgentInput,
): Promise<AgentProfile> {
  const { id: agent, workspace } = asHost(caller);
  const { channels, description, skills = [], judges = false, schedules = [] } = input;
  if (description !== undefined) checkText(description, "description", MAX_DESCRIPTION_BYTES);
  if (skills.length > MAX_NAMES || channels.length > MAX_NAMES) {
    throw new EarshotError(
      "INVALID_INPUT",
      `An agent has ${MAX_NAMES} skills and channels at most.`,
    );
  }
  const about = description === undefined ? {} : { description };
  const timed = schedules.length === 0 ? {} : { schedules };
  const digest = ctx.digest.json({ channels, skills, judges, ...about, ...timed });
  const former = await ctx.store.findAgentProfile(workspace, agent);
  if (former?.digest === digest) return former;
  const at = nowOf(ctx);
  // A place that an earlier version served has been served since then at least.
  const known = former?.since ?? {};
  const sinceOf = (name: string) =>
    known[name] ?? (former?.since === undefined ? former?.at : undefined) ?? at;
  const starters = [...channels.map(({ channel }) => channel), ...schedules];
  const profile: AgentProfile = {
    workspace,
    agent,
    channels,
    skills,
    judges,
    digest,
    at,
    ...about,
    since: Object.fromEntries(starters.map((name) => [name, sinceOf(name)])),
  };
  await commitOrThrow(ctx, {
    workspace,
    writes: [{ type: "profile.put", profile }],
    events: [{ type: "agent.registered", at, actor: agent, subject: agent, agent }],
  });
  return profile;
}

export async function listAgentProfiles(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly AgentProfile[] }> {
  requireRight(caller, "read");
  const { workspace, kind, id } = caller.principal;
  const all = await ctx.store.listAgentProfiles(workspace);
  return { items: kind === "agent" ? all.filter(({ agent }) => agent === id) : all };
}
