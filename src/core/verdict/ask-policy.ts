import type { Resource } from "../../domain/authority/action.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { countedAt, isBudgetSpent } from "../../domain/policy/budget.ts";
import { budgetedRules, decide, type PolicyFacts } from "../../domain/policy/decide.ts";
import type { Budget, PolicyVerdict, Rule } from "../../domain/policy/policy.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";

/** What a policy is asked about. */
export interface PolicyQuestion {
  readonly workspace: WorkspaceId;
  /** Absent for any agent: then no budget counts as drawn on. */
  readonly agent?: PrincipalId;
  readonly agentName: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly session?: string | null | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly resources?: readonly Resource[] | undefined;
}

export interface PolicyAnswer {
  readonly verdict: PolicyVerdict;
  readonly revision: string;
  /** The longest time people may be given under the rule; an agent can only shorten it. */
  readonly mostMs: number;
}

/** No budget reads more actions than this in a window. */
const MAX_COUNTED = 1_000;

/** Asks the policy in force. If a rule has a budget, the agent's earlier actions are counted. */
export async function askPolicy(ctx: Context, question: PolicyQuestion): Promise<PolicyAnswer> {
  const { compiled, revision } = await ctx.policies.of(question.workspace);
  const spent = new Set<Rule>();
  const facts = factsOf(question, ctx.clock.now());
  for (const rule of budgetedRules(compiled, facts)) {
    if (await isSpent(ctx, question, rule)) spent.add(rule);
  }
  const verdict = decide(compiled, facts, (rule) => spent.has(rule));
  const rule = compiled.policy.rules.find(({ name }) => name === verdict.demand.rule);
  return { verdict, revision, mostMs: rule?.expiresInMs ?? Number.POSITIVE_INFINITY };
}

/** Whether a rule with a budget may decide. */
export async function drawsOnBudget(ctx: Context, question: PolicyQuestion): Promise<boolean> {
  const { compiled } = await ctx.policies.of(question.workspace);
  return budgetedRules(compiled, factsOf(question, ctx.clock.now())).length > 0;
}

/** Asks the policy as if all budgets were unused. */
export async function askPolicyAnew(
  ctx: Context,
  question: PolicyQuestion,
): Promise<PolicyVerdict> {
  const { compiled } = await ctx.policies.of(question.workspace);
  return decide(compiled, factsOf(question, ctx.clock.now()), () => false);
}

/** `now` is the moment at which it is judged, in milliseconds since 1970. */
export function factsOf(question: PolicyQuestion, now: number): PolicyFacts {
  const { tool, args, agentName, session, onBehalfOf = "", resources = [] } = question;
  return {
    tool,
    args,
    agentName,
    session: session ?? "",
    onBehalfOf,
    resources: resources.map(({ uri }) => uri),
    now,
  };
}

/** What an authorization was sought for, as the policy is asked about it again, with these arguments. */
export function soughtFor(
  { workspace, agent, agentName, authorization }: AuthorizationRequest,
  args: JsonObject,
): PolicyQuestion {
  const { action, onBehalfOf } = authorization;
  const { tool, session, resources } = action;
  return { workspace, agent, agentName, tool, session, resources, onBehalfOf, args };
}

async function isSpent(ctx: Context, question: PolicyQuestion, rule: Rule): Promise<boolean> {
  const { budget } = rule;
  if (budget === undefined || question.agent === undefined) return false;
  const usage = await usageOf(ctx, question, { rule, budget, agent: question.agent });
  return usage === undefined || isBudgetSpent(budget, usage, question.args);
}

/** What the rule let pass in its window; undefined if that is too much to count. */
async function usageOf(
  ctx: Context,
  { workspace }: PolicyQuestion,
  { rule, budget, agent }: { rule: Rule; budget: Budget; agent: PrincipalId },
): Promise<{ calls: number; sums: Record<string, number> } | undefined> {
  const since = toTimestamp(Math.max(ctx.clock.now() - budget.perMs, 0));
  const counted = await ctx.store.listRequests({
    workspace,
    agent,
    since,
    rule: rule.name,
    kind: "authorization",
    order: "newest",
    limit: MAX_COUNTED + 1,
  });
  if (counted.length > MAX_COUNTED) return undefined;
  const sums: Record<string, number> = {};
  let calls = 0;
  for (const request of counted) {
    if (request.kind !== "authorization" || request.status === "rejected") continue;
    calls += 1;
    for (const pointer of Object.keys(budget.sum ?? {})) {
      // A secret value cannot be read, so it cannot be shown to fit.
      const value = countedAt(request.authorization.action.args, pointer);
      if (value === undefined) return undefined;
      sums[pointer] = (sums[pointer] ?? 0) + value;
    }
  }
  return { calls, sums };
}
