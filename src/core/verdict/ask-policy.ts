import type { Resource } from "../../domain/authority/action.ts";
import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type BudgetUsage, isBudgetSpent, usageOf } from "../../domain/policy/budget.ts";
import {
  budgetedRules,
  type CompiledPolicy,
  decide,
  type PolicyFacts,
} from "../../domain/policy/decide.ts";
import { explainRules } from "../../domain/policy/explain.ts";
import type { RuleReason } from "../../domain/policy/explained.ts";
import type { Budget, PolicyVerdict, Rule } from "../../domain/policy/policy.ts";
import { present } from "../../domain/present.ts";
import type {
  AuthorizationRequest,
  Request,
  RequestStatus,
} from "../../domain/requests/request.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";

/** What a policy is asked about. */
export interface PolicyQuestion {
  readonly workspace: WorkspaceId;
  /** Absent for any agent: then no budget counts as drawn on. */
  readonly agent?: PrincipalId;
  readonly agentName: string;
  /** The request that is judged again: of a budget it has what those before it left. */
  readonly request?: RequestId;
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

/** What people refused, or nobody decided in time, never runs. */
const COUNTS: ReadonlySet<RequestStatus> = new Set(["open", "approved"]);

/** No budget reads more actions of a rule than this in a window. */
const MAX_COUNTED = 1_000;

/** Asks the policy in force. If a rule has a budget, the agent's earlier actions are counted. */
export async function askPolicy(ctx: Context, question: PolicyQuestion): Promise<PolicyAnswer> {
  const { compiled, revision } = await ctx.policies.of(question.workspace);
  const facts = factsOf(question, ctx.clock.now());
  const spent = await spentRules(ctx, question, { compiled, facts });
  const verdict = decide(compiled, facts, (rule) => spent.has(rule));
  const rule = compiled.policy.rules.find(({ name }) => name === verdict.demand.rule);
  return { verdict, revision, mostMs: rule?.expiresInMs ?? Number.POSITIVE_INFINITY };
}

/** The same, with what each rule makes of it. */
export async function askPolicyWhy(
  ctx: Context,
  question: PolicyQuestion,
): Promise<PolicyVerdict & { readonly rules: readonly RuleReason[] }> {
  const { compiled } = await ctx.policies.of(question.workspace);
  const facts = factsOf(question, ctx.clock.now());
  const spent = await spentRules(ctx, question, { compiled, facts });
  const isSpent = (rule: Rule) => spent.has(rule);
  const verdict = decide(compiled, facts, isSpent);
  return { ...verdict, rules: explainRules(compiled, facts, { isSpent }) };
}

async function spentRules(
  ctx: Context,
  question: PolicyQuestion,
  { compiled, facts }: { readonly compiled: CompiledPolicy; readonly facts: PolicyFacts },
): Promise<ReadonlySet<Rule>> {
  const spent = new Set<Rule>();
  for (const rule of budgetedRules(compiled, facts)) {
    if (await isSpent(ctx, question, rule)) spent.add(rule);
  }
  return spent;
}

/** Who has to take turns, so that each sees what the others took of a budget. */
export interface BudgetTurns {
  /** Whether a rule with a budget may decide. */
  readonly draws: boolean;
  /** Whether agents share one: then all of them take the same turns, whatever they draw on. */
  readonly isShared: boolean;
}

export async function budgetTurns(ctx: Context, question: PolicyQuestion): Promise<BudgetTurns> {
  const { compiled } = await ctx.policies.of(question.workspace);
  const isShared = compiled.policy.rules.some(({ budgets = [] }) =>
    budgets.some(({ by = "agent" }) => by !== "agent"),
  );
  return {
    draws: budgetedRules(compiled, factsOf(question, ctx.clock.now())).length > 0,
    isShared,
  };
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
  { id, workspace, agent, agentName, authorization }: AuthorizationRequest,
  args: JsonObject,
): PolicyQuestion {
  const { action, onBehalfOf } = authorization;
  const { tool, session, resources } = action;
  return { workspace, request: id, agent, agentName, tool, session, resources, onBehalfOf, args };
}

async function isSpent(ctx: Context, question: PolicyQuestion, rule: Rule): Promise<boolean> {
  const { agent } = question;
  if (agent === undefined) return false;
  for (const budget of rule.budgets ?? []) {
    const usage = await usageSoFar(ctx, question, { rule, budget, agent });
    if (usage === undefined || isBudgetSpent(budget, usage, question.args)) return true;
  }
  return false;
}

/** What the rule let pass in its window, or asks for still; undefined if that is too much to count. */
async function usageSoFar(
  ctx: Context,
  question: PolicyQuestion,
  { rule, budget, agent }: { rule: Rule; budget: Budget; agent: PrincipalId },
): Promise<BudgetUsage | undefined> {
  const since = toTimestamp(Math.max(ctx.clock.now() - budget.perMs, 0));
  const { by = "agent" } = budget;
  const counted = await ctx.store.listRequests({
    workspace: question.workspace,
    ...present({ agent: by === "agent" ? agent : undefined }),
    since,
    rule: rule.name,
    kind: "authorization",
    order: "newest",
    limit: MAX_COUNTED + 1,
  });
  if (counted.length > MAX_COUNTED) return undefined;
  const isBefore = ({ id }: Request) => question.request === undefined || id < question.request;
  const earlier = counted.flatMap((request) =>
    request.kind === "authorization" && COUNTS.has(request.status) && isBefore(request)
      ? [request.authorization.action]
      : [],
  );
  return usageOf(budget, question, earlier);
}
