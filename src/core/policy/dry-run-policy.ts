import { EarshotError } from "../../domain/errors.ts";
import { isId, type RequestId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { MAX_TRIALS_AT_ONCE, POLICY_TRIED_ON_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { changedTests } from "../../domain/policy/changed-tests.ts";
import { policyWarnings } from "../../domain/policy/checks/check-open.ts";
import { wholePolicy } from "../../domain/policy/checks/ready-policy.ts";
import { type CompiledPolicy, decide } from "../../domain/policy/decide.ts";
import { isLoosened } from "../../domain/policy/demands.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type {
  DryRunPolicyInput,
  PolicyDryRun,
  PolicyTrial,
} from "../../ports/earshot/policy-trial.ts";
import type { Context } from "../call/context.ts";
import { factsOf, soughtFor } from "../verdict/ask-policy.ts";
import { askedArgs } from "../verdict/open-secrets.ts";
import { knownTools } from "./known-tools.ts";
import { soughtLately } from "./recent-authorizations.ts";

/** Of each kind in one call. */
const MAX_EXAMPLES = 50;

/** What another policy would have said about recent actions, without putting it in force. */
export async function dryRunPolicy(
  ctx: Context,
  caller: Caller,
  { source, cursor }: DryRunPolicyInput,
): Promise<PolicyDryRun> {
  requireRight(caller, "read");
  if (!seesAll(caller)) {
    throw new EarshotError("NOT_ALLOWED", "The policy is for people and services to try.");
  }
  if (cursor !== undefined && !isId("req", cursor)) {
    throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
  }
  const { workspace } = caller.principal;
  const policy = readPolicy(source);
  const pinned = await knownTools(ctx, workspace);
  const draft = await wholePolicy(policy, ctx.expressions, pinned);
  const { compiled } = await ctx.policies.of(workspace);
  const tally = createTally();
  const tools = new Set<string>();
  let last: RequestId | undefined;
  const lately = { workspace, span: POLICY_TRIED_ON_MS, most: MAX_TRIALS_AT_ONCE, after: cursor };
  for await (const request of soughtLately(ctx, lately)) {
    last = request.id;
    // Nothing can be said about erased arguments.
    if (request.erasedAt !== undefined) {
      tally.unjudged();
      continue;
    }
    tools.add(request.authorization.action.tool);
    tally.judged(request, await verdictsOf(ctx, request, { compiled, draft }));
  }
  const { done, seen } = tally;
  const agents = (await ctx.store.listPrincipals(workspace, "agent")).map(({ name }) => name);
  return {
    ...done(),
    warnings: policyWarnings(draft, { tools: [...tools], agents, pinned }),
    tests: cursor === undefined ? changedTests(compiled, draft, ctx.clock.now()) : [],
    ...present({ next: seen() < MAX_TRIALS_AT_ONCE ? undefined : last }),
  };
}

interface Verdicts {
  readonly before: PolicyVerdict;
  readonly after: PolicyVerdict;
}

function createTally() {
  const examples: PolicyTrial[] = [];
  const told = { loosened: 0, tightened: 0 };
  let [examined, unjudged] = [0, 0];
  return {
    unjudged() {
      unjudged += 1;
    },
    judged(request: AuthorizationRequest, { before, after }: Verdicts) {
      examined += 1;
      if (isSame(before, after)) return;
      const change = isLoosened(before, after) ? "loosened" : "tightened";
      told[change] += 1;
      if (told[change] > MAX_EXAMPLES) return;
      const { id, agentName, authorization, createdAt: at } = request;
      const { tool } = authorization.action;
      examples.push({ request: id, agentName, tool, at, change, before, after });
    },
    seen: () => examined + unjudged,
    done: () => ({ examined, unjudged, ...told, examples }),
  };
}

/** Verdicts on what the agent asked for; budgets count as unused. */
async function verdictsOf(
  ctx: Context,
  request: AuthorizationRequest,
  { compiled, draft }: { readonly compiled: CompiledPolicy; readonly draft: CompiledPolicy },
): Promise<Verdicts> {
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
  const { waitMs = 0, note = null, tickets = [], edits = "second", hands = "own" } = demand;
  if (outcome !== "ask") return { outcome, level };
  const { names, roles } = approvers;
  const who = { names: [...names].sort(), roles: [...roles].sort() };
  const of = (demand.wanted ?? null) as unknown as Json;
  return {
    outcome,
    level,
    ...who,
    of,
    quorum,
    stepUp,
    expiresInMs,
    waitMs,
    note,
    tickets,
    edits,
    hands,
  };
}
