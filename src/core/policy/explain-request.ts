import { withPlain } from "../../domain/authority/secret-args.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { readyPolicy } from "../../domain/policy/checks/ready-policy.ts";
import { type CompiledPolicy, decide } from "../../domain/policy/decide.ts";
import { explainRules } from "../../domain/policy/explain.ts";
import type { PolicyVerdict, Rule } from "../../domain/policy/policy.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { DEFAULT_RULE } from "../../domain/policy/read-rules.ts";
import { readWholeSource } from "../../domain/policy/stored-policy.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { ExplainedRequest } from "../../ports/earshot/policy-reasons.ts";
import { findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { NO_RULES } from "../call/policy-cache.ts";
import { factsOf, soughtFor } from "../verdict/ask-policy.ts";
import { openSecrets } from "../verdict/open-secrets.ts";
import { assertReadsPolicy } from "./apply-policy.ts";

const EVENTS_PAGE = 256;

/** Why the rules said what they said of an authorization: by the policy and the arguments that it was judged with. */
export async function explainRequest(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: RequestId },
): Promise<ExplainedRequest> {
  requireRight(caller, "read");
  const request = await findRequest(ctx, caller, id);
  assertReadsPolicy(caller);
  if (request.kind !== "authorization") {
    throw new EarshotError("INVALID_INPUT", `${id} is a question, and no rule is asked about it.`);
  }
  const { action, demand, toolChanged, toolNew } = request.authorization;
  const revision = demand.revision ?? action.policyVersion;
  const inForce = (await ctx.policies.of(request.workspace)).revision;
  const known = {
    request: id,
    outcome: outcomeOf(request),
    rule: demand.rule,
    revision,
    isInForce: revision === inForce,
    at: await judgedAt(ctx, request),
    ...present({ tool: toolChanged === true ? "changed" : toolNew === true ? "new" : undefined }),
  } as const;
  const policy = request.erasedAt === undefined ? await policyOf(ctx, request, revision) : "erased";
  if (typeof policy === "string") return { ...known, unknown: policy, rules: [] };
  return { ...known, ...(await explained(ctx, request, { policy, at: known.at })) };
}

function outcomeOf(request: AuthorizationRequest): PolicyVerdict["outcome"] {
  if (request.status === "approved" && request.basis.kind === "rule") return "allow";
  return request.status === "rejected" && request.basis.kind === "rule" ? "deny" : "ask";
}

/** A later policy, or other arguments, were judged when they came. */
async function judgedAt(ctx: Context, request: AuthorizationRequest): Promise<Timestamp> {
  const { workspace, id, createdAt, authorization } = request;
  const { edit, demand } = authorization;
  const asked = edit?.at ?? createdAt;
  if (demand.revision === undefined) return asked;
  let judged = asked;
  for (let after = 0; ; ) {
    const page = await ctx.store.readEvents({ workspace, subject: id, after, limit: EVENTS_PAGE });
    const last = page.findLast(({ type }) => type === "request.demand_changed");
    judged = last?.at ?? judged;
    if (page.length < EVENTS_PAGE) return judged;
    after = page.at(-1)?.seq ?? after;
  }
}

/** Throws DIGEST_MISMATCH if what is stored is not what was put in force. */
async function policyOf(
  ctx: Context,
  { workspace }: AuthorizationRequest,
  revision: string,
): Promise<CompiledPolicy | "not_held" | "unreadable"> {
  const stored = await ctx.store.findPolicy(workspace, revision);
  const isFirst = stored === undefined && revision === ctx.digest.json(NO_RULES);
  if (stored === undefined && !isFirst) return "not_held";
  const source = stored === undefined ? NO_RULES : readWholeSource(stored, ctx.digest.json);
  try {
    return await readyPolicy(readPolicy(source), ctx.expressions);
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    // An earlier version has read it.
    return "unreadable";
  }
}

/** The record tells of budgets: a rule that matched, and did not decide before a later one did, had no room. */
function spentBefore({ policy: { rules } }: CompiledPolicy, decided: string) {
  const at = rules.findIndex(({ name }) => name === decided);
  const before = decided === DEFAULT_RULE ? rules : rules.slice(0, Math.max(at, 0));
  return (rule: Rule) => before.includes(rule);
}

async function explained(
  ctx: Context,
  request: AuthorizationRequest,
  { policy, at }: { readonly policy: CompiledPolicy; readonly at: Timestamp },
): Promise<Pick<ExplainedRequest, "rules" | "anew">> {
  const { action, demand, secrets } = request.authorization;
  const args = withPlain(action.args, await openSecrets(ctx, request));
  const facts = factsOf(soughtFor(request, args), toMs(at));
  const isSpent = spentBefore(policy, demand.rule);
  const { outcome, demand: now } = decide(policy, facts, isSpent);
  const rules = explainRules(policy, facts, { isSpent, secrets });
  if (now.rule === demand.rule) return { rules };
  return { rules, anew: { outcome, rule: now.rule } };
}
