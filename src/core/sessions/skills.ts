import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { AgentProfile } from "../../domain/sessions/agent-profile.ts";
import { skillUseOf } from "../../domain/sessions/skill-use.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { SkillUse } from "../../ports/earshot/sessions.ts";
import type { Change } from "../../ports/store/store.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { agentNamed, asHost } from "./access.ts";

const SKILL = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;
const PAGE = 500;

/** Logs that the agent read one of its skills. */
export async function recordSkillRead(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly skill: string }>,
): Promise<{ readonly seq: number }> {
  const { id: agent, workspace } = asHost(caller);
  const { skill } = input;
  if (!SKILL.test(skill)) {
    throw new EarshotError("INVALID_INPUT", `${JSON.stringify(skill)} is not the name of a skill.`);
  }
  const subject = subjectOf(agent, skill);
  const call: CallIdentity = { caller, operation: "recordSkillRead", input, options };
  const { seq: before } = await ctx.store.head(workspace);
  const change: Change = {
    workspace,
    writes: [],
    events: [{ type: "skill.read", at: nowOf(ctx), actor: agent, subject, data: { name: skill } }],
  };
  const { result, replayed, events } = await commitOnce(ctx, call, {
    result: String(before),
    change,
  });
  if (!replayed) return { seq: events[0]?.seq ?? 0 };
  // The first call's event comes after the head of that moment.
  const after = Number(result);
  const [first] = await ctx.store.readEvents({ workspace, subject, after, limit: 1 });
  return { seq: first?.seq ?? after };
}

/** Which of their skills agents read. */
export async function skillUse(
  ctx: Context,
  caller: Caller,
  input: { readonly agent?: string } = {},
): Promise<{
  readonly items: readonly { readonly agent: string; readonly skills: readonly SkillUse[] }[];
}> {
  requireRight(caller, "read");
  const { workspace, kind, id } = caller.principal;
  const of =
    input.agent === undefined ? undefined : (await agentNamed(ctx, caller, input.agent)).id;
  const only = kind === "agent" ? id : of;
  const profiles = await ctx.store.listAgentProfiles(workspace);
  const items: { agent: string; skills: readonly SkillUse[] }[] = [];
  for (const profile of profiles) {
    const { agent } = profile;
    if (only !== undefined && agent !== only) continue;
    const principal = await ctx.store.findPrincipal(workspace, agent);
    items.push({ agent: principal?.name ?? agent, skills: await usesOf(ctx, profile) });
  }
  return { items };
}

/** How often an agent read each of its skills. */
export async function usesOf(
  ctx: Context,
  { workspace, agent, skills, at: since }: AgentProfile,
): Promise<readonly SkillUse[]> {
  const now = nowOf(ctx);
  return await Promise.all(
    skills.map(async (name) =>
      skillUseOf({ name, since, now }, await readsOf(ctx, workspace, subjectOf(agent, name))),
    ),
  );
}

async function readsOf(
  { store }: Context,
  workspace: WorkspaceId,
  subject: string,
): Promise<readonly Timestamp[]> {
  const reads: Timestamp[] = [];
  let after = 0;
  for (;;) {
    const page = await store.readEvents({ workspace, subject, after, limit: PAGE });
    reads.push(...page.map(({ at }) => at));
    after = page.at(-1)?.seq ?? after;
    if (page.length < PAGE) return reads;
  }
}

function subjectOf(agent: PrincipalId, skill: string): string {
  return `${agent}/skills/${skill}`;
}
