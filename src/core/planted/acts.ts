import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { TestOutcome } from "../../domain/planted/planted.ts";
import { isOpenTest } from "../../domain/planted/planted.ts";
import { DAY_MS } from "../../domain/time.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { PermitInput } from "../../ports/earshot/authority.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { noteSeen, noteSent } from "../inbox/note-seen.ts";
import { applyPolicy } from "../policy/apply-policy.ts";
import { permit } from "../policy/permissions.ts";
import { previewPermission } from "../policy/preview-permission.ts";
import { endedByAct, endTest } from "./end-test.ts";
import { plantIfDue } from "./plant.ts";
import { ownTest } from "./tests-now.ts";

/*
 * What people do to requests, where it may be to a test: that ends it, and goes no further. A test is no
 * request, so nothing behind these would find it.
 */

type Act<G, R> = (ctx: Context, caller: Caller, given: G) => Promise<R>;

/** A use case of one request, which ends a test with this outcome. */
export function orTest<I extends { readonly id: RequestId }, R>(
  act: Act<Given<I>, R>,
  outcome: TestOutcome = "ended",
): Act<Given<I>, R> {
  return async (ctx, caller, given) => {
    const test = await ownTest(ctx, caller, given.input.id);
    if (test !== undefined) throw await endedByAct(ctx, test, outcome);
    return await act(ctx, caller, given);
  };
}

/** The same of a use case that takes its input alone. */
export function orTestAlone<I extends { readonly id: RequestId }, R>(
  act: Act<I, R>,
  outcome: TestOutcome = "ended",
): Act<I, R> {
  return async (ctx, caller, input) => {
    const test = await ownTest(ctx, caller, input.id);
    if (test !== undefined) throw await endedByAct(ctx, test, outcome);
    return await act(ctx, caller, input);
  };
}

/** Whoever wants to approve it and what is like it has missed it. */
export const permitOrTest: typeof permit = async (ctx, caller, given) => {
  const test = await testLike(ctx, caller, given.input);
  if (test !== undefined) throw await endedByAct(ctx, test, "missed");
  return await permit(ctx, caller, given);
};

export const previewPermissionOrTest: typeof previewPermission = async (ctx, caller, input) => {
  const test = await testLike(ctx, caller, input);
  if (test !== undefined) throw await endedByAct(ctx, test, "missed");
  return await previewPermission(ctx, caller, input);
};

async function testLike(ctx: Context, caller: Caller, { like }: PermitInput) {
  return like === undefined ? undefined : await ownTest(ctx, caller, like);
}

/** That somebody looks at a test is noted for their own list alone. */
export const noteSeenWithTests: typeof noteSeen = async (ctx, caller, given) => {
  const { principal } = caller;
  const test = await ownTest(ctx, caller, given.input.id);
  if (test === undefined) {
    const seen = await noteSeen(ctx, caller, given);
    await plantIfDue(ctx, caller);
    return seen;
  }
  const at = nowOf(ctx);
  if (isOpenTest(test)) {
    const delivery = { request: test.id, operator: principal.id, name: principal.name, at };
    const { workspace } = principal;
    await ctx.commit({ workspace, writes: [{ type: "delivery.seen", delivery }], events: [] });
  }
  return { seenAt: at };
};

export const noteSentWithTests: typeof noteSent = async (ctx, caller, given) => {
  const noted = await noteSent(ctx, caller, given);
  await plantIfDue(ctx, caller);
  return noted;
};

export const applyPolicyToTests: typeof applyPolicy = async (ctx, caller, given) => {
  const applied = await applyPolicy(ctx, caller, given);
  await endTestsOff(ctx, caller);
  return applied;
};

/** Those of people for whom the policy in force plants nothing any more. */
async function endTestsOff(ctx: Context, { principal }: Caller): Promise<void> {
  const { workspace } = principal;
  const { tests } = (await ctx.policies.of(workspace)).compiled.policy;
  for (const test of await ctx.store.listTests(workspace, {
    since: toTimestamp(Math.max(ctx.clock.now() - DAY_MS, 0)),
  })) {
    if (!isOpenTest(test)) continue;
    const person = await ctx.people.find(workspace, test.operator);
    if (tests?.people.includes(person?.name ?? "") !== true) await endTest(ctx, test, "ended");
  }
}
