import { checkToolName } from "../../domain/authority/tool-definition.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MIN_REVISION_LENGTH } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { wholePolicy } from "../../domain/policy/checks/ready-policy.ts";
import type { CompiledPolicy } from "../../domain/policy/decide.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { assertCases } from "../../domain/policy/run-cases.ts";
import { isWholePolicy } from "../../domain/policy/stored-policy.ts";
import { present } from "../../domain/present.ts";
import type { Surface } from "../../domain/surface.ts";
import type {
  ApplyPolicyInput,
  PolicyInForce,
  TestPolicyInput,
} from "../../ports/earshot/authority.ts";
import type { TestedPolicy } from "../../ports/earshot/policy-reasons.ts";
import type { Change, StoredPolicy } from "../../ports/store/store.ts";
import { actorOf, notFound } from "../call/access.ts";
import { commitPlanned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult, onceOf } from "../call/once.ts";
import { NO_RULES } from "../call/policy-cache.ts";
import type { Given } from "../call/use-case.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { proveManager } from "../sign-in/prove-manager.ts";
import { askPolicyWhy } from "../verdict/ask-policy.ts";
import { knownTools } from "./known-tools.ts";
import { policyNotice } from "./policy-notice.ts";
import { policySecondOwner } from "./policy-second-owner.ts";
import { redemandOpen } from "./redemand.ts";

/** The policy in force, for people and services. */
export async function policy(ctx: Context, caller: Caller): Promise<PolicyInForce> {
  assertReadsPolicy(caller);
  const { revision, stored, since } = await ctx.policies.of(caller.principal.workspace);
  return { revision, since, ...present({ source: stored?.source }) };
}

/** Puts a policy in force. Collected grants stay good unless it denies or demands more. */
export async function applyPolicy(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ApplyPolicyInput>,
): Promise<PolicyInForce> {
  requireRight(caller, "policy");
  const { source, replaces, passphrase } = input;
  const asked = { source, ...present({ replaces }) };
  const call: CallIdentity = { caller, operation: "applyPolicy", input: asked, options };
  const { workspace, id } = caller.principal;
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) {
    const applied = await ctx.store.findPolicy(workspace, earlier);
    if (applied !== undefined) return { revision: earlier, source, since: applied.at };
  }
  await proveManager(ctx, caller, {
    passphrase,
    tried: { does: "applyPolicy", via: options?.via },
    what: "The policy is not changed",
    command: "npx earshot policy apply",
  });
  return await putPolicy(ctx, { workspace, ...asked, actor: id, call });
}

/** A policy that a person puts in force, or that a server loads from its file at the start. */
export interface PolicyChange {
  readonly workspace: WorkspaceId;
  readonly source: JsonObject;
  /** Absent: whatever is in force. */
  readonly replaces?: string;
  readonly actor?: PrincipalId;
  readonly call?: CallIdentity;
  /** The person who runs the server says that the other owners cannot be reached. */
  readonly withoutSecondOwner?: boolean;
}

/** Puts a policy in force. Throws INVALID_INPUT if it is not a valid policy, or a test of it fails. */
export async function putPolicy(ctx: Context, change: PolicyChange): Promise<PolicyInForce> {
  const { workspace, source } = change;
  const isInForce =
    (await ctx.store.currentPolicy(workspace))?.revision === ctx.digest.json(source);
  // A tool may have changed since: what is in force stays so, and a start does not fail.
  const tools = isInForce ? [] : await knownTools(ctx, workspace);
  const draft = await wholePolicy(readPolicy(source), ctx.expressions, tools);
  const { call } = change;
  const put = () => putInForce(ctx, change, draft);
  // Other calls' need for a second owner also depends on what the policy demands, so they take
  // turns.
  const inForce = await (call === undefined ? put() : inCallersTurn(ctx, call.caller, put));
  // The policy is in force and votes are judged by it. A failure to update open requests must not
  // make this an error.
  if (inForce.isNew) await redemandOpen(ctx, workspace).catch(() => {});
  return { revision: inForce.revision, source, since: inForce.since };
}

async function putInForce(
  ctx: Context,
  change: PolicyChange,
  draft: CompiledPolicy,
): Promise<Omit<PolicyInForce, "source"> & { readonly isNew: boolean }> {
  const { workspace, source } = change;
  const revision = ctx.digest.json(source);
  return await commitPlanned<Omit<PolicyInForce, "source"> & { readonly isNew: boolean }>(ctx, {
    thing: "The policy",
    async plan() {
      // Read from the store, because another node may have put another policy in force a moment
      // ago.
      const former = await ctx.store.currentPolicy(workspace);
      if (former?.revision === revision && isWholePolicy(former, ctx.digest.json)) {
        return { alreadySo: { revision, since: former.at, isNew: false } };
      }
      assertReplaces(ctx, change.replaces, former);
      assertCases(draft, ctx.clock.now());
      const policy = { revision, source, at: nowOf(ctx) };
      return {
        change: await putting(ctx, change, { policy, former }),
        done: () => ({ revision, since: policy.at, isNew: true }),
      };
    },
    replay: async () => ({
      revision,
      since: (await ctx.store.findPolicy(workspace, revision))?.at ?? nowOf(ctx),
      isNew: true,
    }),
  });
}

/** Two people may have written from the same policy: the second is told, and the first one's stays. */
function assertReplaces(
  ctx: Context,
  replaces: string | undefined,
  former: StoredPolicy | undefined,
): void {
  if (replaces === undefined) return;
  const stands = former?.revision ?? ctx.digest.json(NO_RULES);
  if (replaces.length >= MIN_REVISION_LENGTH && stands.startsWith(replaces)) return;
  throw new EarshotError(
    "POLICY_CHANGED",
    `Nothing was changed: revision ${stands} of the policy is in force, and not ${replaces}, from which this one was written. See what it says with npx earshot policy diff ${stands}, bring your change into it, and apply that.`,
    { details: { revision: stands, replaces } },
  );
}

async function putting(
  ctx: Context,
  { workspace, actor, call, withoutSecondOwner }: PolicyChange,
  { policy, former: before }: { policy: StoredPolicy; former: StoredPolicy | undefined },
): Promise<Change> {
  const { revision, source, at } = policy;
  const asked = { workspace, caller: call?.caller, policy, former: before, withoutSecondOwner };
  const approved = await policySecondOwner(ctx, asked);
  const told = await policyNotice(ctx, { workspace, actor, former: before?.source, source });
  const once = call === undefined ? undefined : onceOf(ctx, call, revision);
  return {
    workspace,
    ...present({ once }),
    writes: [
      ...approved.writes,
      { type: "policy.put", policy, ...present({ former: before?.revision, madeBy: actor }) },
      ...told.writes,
    ],
    events: [
      ...approved.events,
      ...told.events,
      {
        type: "policy.changed",
        at,
        subject: workspace,
        data: { ...present({ via: via(call) }), revision },
        ...present({ actor }),
      },
    ],
  };
}

function via(call: CallIdentity | undefined): Surface | undefined {
  return call === undefined ? undefined : actorOf(call.caller, call.options?.via).via;
}

/** What the policy in force says about an action, and why; makes no request. */
export async function testPolicy(
  ctx: Context,
  caller: Caller,
  { tool, args, agent: name }: TestPolicyInput,
): Promise<TestedPolicy> {
  assertReadsPolicy(caller);
  checkToolName(tool);
  const { workspace } = caller.principal;
  const base = { workspace, agentName: name ?? "", tool, args };
  if (name === undefined) return await askPolicyWhy(ctx, base);
  const agent = await ctx.store.findPrincipalByName({ workspace, kind: "agent", name });
  if (agent === undefined) throw notFound("agent", name);
  return await askPolicyWhy(ctx, { ...base, agent: agent.id });
}

/** An agent that knows the rules finds a way around them sooner. */
export function assertReadsPolicy(caller: Caller): void {
  requireRight(caller, "read");
  if (seesAll(caller)) return;
  throw new EarshotError("NOT_ALLOWED", "The policy is for people and services to read.");
}
