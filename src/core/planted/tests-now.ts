import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import {
  type Draws,
  isOpenTest,
  type OpenTest,
  type PlantedTest,
  type TestRules,
} from "../../domain/planted/planted.ts";
import { DAY_MS } from "../../domain/time.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { forOthersThan } from "../authority/for-others.ts";
import { type Context, nowOf } from "../call/context.ts";

/* Which test request a person is shown now. */

/** Of those that are open none is older. */
const LOOKED_BACK_MS = 9 * DAY_MS;
const DRAW_BYTES = 4;

/** What the policy in force says for this person; undefined where nothing is planted for them. */
export async function testRulesFor(
  { policies }: Context,
  { principal, rights }: Caller,
): Promise<{ readonly rules: TestRules; readonly person: PersonPrincipal } | undefined> {
  if (principal.kind !== "person" || !rights.has("decide")) return undefined;
  try {
    const { tests } = (await policies.of(principal.workspace)).compiled.policy;
    return tests?.people.includes(principal.name) ? { rules: tests, person: principal } : undefined;
  } catch (error) {
    // Nothing is planted by a policy that was tampered with.
    if (isEarshotError(error, "DIGEST_MISMATCH")) return undefined;
    throw error;
  }
}

/** The same numbers for the same person, moment and deployment; nobody else can tell them. */
export function drawsOf({ vault }: Context, { workspace, id }: PersonPrincipal): Draws {
  return (purpose) => {
    const bytes = Buffer.from(vault.secretFor(`planted ${workspace} ${id} ${purpose}`));
    const count = Math.floor(bytes.length / DRAW_BYTES);
    return Array.from(
      { length: count },
      (_, index) => bytes.readUInt32BE(index * DRAW_BYTES) / 2 ** 32,
    );
  };
}

/** What was planted for the caller lately. */
export async function lateTests(
  ctx: Context,
  { workspace, id: operator }: PersonPrincipal,
): Promise<readonly PlantedTest[]> {
  const since = toTimestamp(Math.max(ctx.clock.now() - LOOKED_BACK_MS, 0));
  return await ctx.store.listTests(workspace, { since, operator });
}

/** The one that the caller is shown in their list; undefined where it is not theirs to decide any more. */
export async function shownTest(ctx: Context, caller: Caller): Promise<OpenTest | undefined> {
  const told = await testRulesFor(ctx, caller);
  if (told === undefined) return undefined;
  const open = (await lateTests(ctx, told.person)).find((test) => isShown(ctx, test));
  return open !== undefined && isOpenTest(open) && (await isTheirs(ctx, caller, open))
    ? open
    : undefined;
}

/** The test of this id that is or was the caller's; one that is over stays theirs. */
export async function ownTest(
  ctx: Context,
  caller: Caller,
  id: RequestId,
): Promise<PlantedTest | undefined> {
  const { principal } = caller;
  if (principal.kind !== "person") return undefined;
  const test = await ctx.store.findTest(principal.workspace, id);
  if (test?.operator !== principal.id) return undefined;
  if (!isOpenTest(test)) return test;
  const isOn = (await testRulesFor(ctx, caller)) !== undefined;
  return isOn && isShown(ctx, test) ? test : undefined;
}

function isShown(ctx: Context, test: PlantedTest): boolean {
  return isOpenTest(test) && test.expiresAt > nowOf(ctx);
}

export async function isTheirs(
  ctx: Context,
  caller: Caller,
  { request }: Pick<OpenTest, "request">,
): Promise<boolean> {
  return (await forOthersThan(ctx, caller, { request, at: "page" })) === undefined;
}
