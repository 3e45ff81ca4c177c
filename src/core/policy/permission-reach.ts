import { isAtLeast } from "../../domain/authority/action.ts";
import { isApprover } from "../../domain/authority/authorization.ts";
import { wantsNote } from "../../domain/authority/vote-words.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { compileNames } from "../../domain/policy/names.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { PolicyVerdict, Rule } from "../../domain/policy/policy.ts";
import { present } from "../../domain/present.ts";
import type { PermitInput } from "../../ports/earshot/authority.ts";
import { findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { isCountedHand } from "../deciders/hands.ts";
import { ownershipOf } from "../deciders/may-decide.ts";
import { askPolicyAnew } from "../verdict/ask-policy.ts";
import { askedArgs } from "../verdict/open-secrets.ts";

/**
 * Why a permission can cover nothing as things are, as a sentence; undefined if it may cover
 * something. If the policy depends on arguments that the permission leaves open, the answer is
 * undefined too.
 */
export async function whyItCoversNothing(
  ctx: Context,
  caller: Caller,
  { permission, input }: { readonly permission: Permission; readonly input: PermitInput },
): Promise<string | undefined> {
  if (permission.scope === "answer") return undefined;
  const { workspace, agent, agentName, tool } = permission;
  const ownership = await ownershipOf(ctx, { workspace, agent }, caller.principal);
  if (ownership === "unknown") {
    return `Nobody has said whose tokens the agent ${agentName} comes by, so it may be your own: npx earshot agents tie ${JSON.stringify(agentName)} NAME.`;
  }
  if (ownership === "own") {
    return `The agent ${agentName} is your own, and nobody approves for an agent of their own while somebody else can.`;
  }
  const args = await fixedArgs(ctx, caller, input);
  const { compiled } = await ctx.policies.of(workspace);
  if (args === undefined && !isDecidedByName(compiled.policy.rules, { tool, agentName })) {
    return undefined;
  }
  const facts = { workspace, agent, agentName, tool, args: args ?? {} };
  const verdict = await askPolicyAnew(ctx, facts);
  return obstacle(permission, caller, verdict) ?? (await handObstacle(ctx, permission, verdict));
}

async function handObstacle(
  ctx: Context,
  { workspace, givenBy: by, key }: Permission,
  { outcome, demand }: PolicyVerdict,
): Promise<string | undefined> {
  if (outcome !== "ask") return undefined;
  if (await isCountedHand(ctx, demand, { workspace, by, ...present({ key }) })) return undefined;
  return `By the rule "${demand.rule}" it is ${demand.level}, where only what you give with a key or a passkey of your own counts: somebody else made this one.`;
}

/** Refuses a permission that could never apply, so nobody relies on it. */
export function coversNothing(why: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The permission would cover nothing, and was not given. ${why}`,
    { details: { reason: "covers_nothing" } },
  );
}

/** Undefined if the permission leaves them open. */
async function fixedArgs(
  ctx: Context,
  caller: Caller,
  { scope, like }: PermitInput,
): Promise<JsonObject | undefined> {
  if ((scope !== "once" && scope !== "target") || like === undefined) return undefined;
  const request = await findRequest(ctx, caller, like);
  return request.kind === "authorization" ? await askedArgs(ctx, request) : undefined;
}

/** Whether the names of the tool and the agent alone determine which rule decides. */
function isDecidedByName(
  rules: readonly Rule[],
  { tool, agentName }: { readonly tool: string; readonly agentName: string },
): boolean {
  if (/[*?]/.test(tool)) return false;
  const first = rules.find(
    ({ tools, agents, decision }) =>
      compileNames(tools, decision)(tool) && compileNames(agents, decision)(agentName),
  );
  if (first === undefined) return true;
  const { args, when, budgets } = first;
  return args === undefined && when === undefined && budgets === undefined;
}

function obstacle(
  { level: most }: Permission,
  { principal }: Caller,
  { outcome, demand }: PolicyVerdict,
): string | undefined {
  const rule = `the rule "${demand.rule}"`;
  if (outcome === "deny") return `Today ${rule} denies what it is for.`;
  if (outcome === "allow") return undefined;
  if (demand.level === "CRITICAL") return `By ${rule} it is CRITICAL, which no permission covers.`;
  if (!isAtLeast(most, demand.level)) {
    return `By ${rule} it is ${demand.level}, and the permission reaches up to ${most}: give it with level ${demand.level}.`;
  }
  if (demand.quorum > 1) return `By ${rule} ${demand.quorum} people have to approve.`;
  if (demand.wanted !== undefined) return `By ${rule} it wants people of a list, each time.`;
  if (demand.waitMs !== undefined) return `By ${rule} people wait before each.`;
  if (wantsNote(demand)) return `By ${rule} each approval needs a note of its own.`;
  if (demand.stepUp) return `By ${rule} each approver has to prove again who they are.`;
  return isApprover(demand, principal) ? undefined : `By ${rule} you may not decide on it.`;
}
