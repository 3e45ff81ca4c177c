import { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { MAX_POLICY_TRIALS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { policyWarnings } from "../../domain/policy/check-open.ts";
import { type CompiledPolicy, decide } from "../../domain/policy/decide.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { wholePolicy } from "../../domain/policy/ready-policy.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { PolicyDryRun } from "../../ports/earshot/authority.ts";
import type { Context } from "../call/context.ts";
import { factsOf, soughtFor } from "../verdict/ask-policy.ts";
import { askedArgs } from "../verdict/open-secrets.ts";
import { soughtLately } from "./recent-authorizations.ts";

const MAX_EXAMPLES = 50;

/** What another policy would have said about recent actions, without putting it in force. */
export async function dryRunPolicy(
  ctx: Context,
  caller: Caller,
  { source }: { readonly source: JsonObject },
): Promise<PolicyDryRun> {
  requireRight(caller, "read");
  if (!seesAll(caller)) {
    throw new EarshotError("NOT_ALLOWED", "The policy is for people and services to try.");
  }
  const { workspace } = caller.principal;
  const policy = readPolicy(source);
  const draft = await wholePolicy(policy, ctx.expressions);
  const { compiled } = await ctx.policies.of(workspace);
  const examples: PolicyDryRun["examples"][number][] = [];
  let examined = 0;
  let changed = 0;
  const tools = new Set<string>();
  for await (const request of soughtLately(ctx, { workspace }, MAX_POLICY_TRIALS)) {
    // Nothing can be said about erased arguments.
    if (request.erasedAt !== undefined) continue;
    tools.add(request.authorization.action.tool);
    examined += 1;
    const { before, after } = await verdictsOf(ctx, request, { compiled, draft });
    if (isSame(before, after)) continue;
    changed += 1;
    if (examples.length === MAX_EXAMPLES) continue;
    const { id, agentName, authorization, createdAt: at } = request;
    examples.push({ request: id, agentName, tool: authorization.action.tool, at, before, after });
  }
  const agents = (await ctx.store.listPrincipals(workspace, "agent")).map(({ name }) => name);
  const warnings = policyWarnings(draft, { tools: [...tools], agents });
  return { examined, changed, examples, warnings };
}

/** Verdicts on what the agent asked for; budgets count as unused. */
async function verdictsOf(
  ctx: Context,
  request: AuthorizationRequest,
  { compiled, draft }: { readonly compiled: CompiledPolicy; readonly draft: CompiledPolicy },
): Promise<{ readonly before: PolicyVerdict; readonly after: PolicyVerdict }> {
  const question = soughtFor(request, await askedArgs(ctx, request));
  const facts = factsOf(question, toMs(request.createdAt));
  return {
    before: decide(compiled, facts, () => false),
    after: decide(draft, facts, () => false),
  };
}

/**
 * Whether the agent and people would notice no difference; a rule's name does not matter to them.
 */
function isSame(one: PolicyVerdict, other: PolicyVerdict): boolean {
  return isSameJson(treatment(one), treatment(other));
}

function treatment({ outcome, demand }: PolicyVerdict): Json {
  const { level, approvers, quorum, stepUp, expiresInMs } = demand;
  const { waitMs = 0, edits = "second", hands = "own" } = demand;
  if (outcome !== "ask") return { outcome, level };
  const { names, roles } = approvers;
  const who = { names: [...names].sort(), roles: [...roles].sort() };
  const of = (demand.wanted ?? null) as unknown as Json;
  return { outcome, level, ...who, of, quorum, stepUp, expiresInMs, waitMs, edits, hands };
}
