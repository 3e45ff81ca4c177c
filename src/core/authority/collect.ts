import { HANDS } from "../../domain/authority/authorization.ts";
import type { GrantClaims, GrantRecord } from "../../domain/authority/grant.ts";
import { withPlain } from "../../domain/authority/secret-args.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { GrantId, RequestId } from "../../domain/id.ts";
import { issuedBy } from "../../domain/issuer.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { ApprovedRequest } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { CollectedGrant } from "../../ports/earshot/authority.ts";
import { actorOf, findRequest } from "../call/access.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import type { Context } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { assertNotSetBack } from "../log/set-back.ts";
import { openSecrets } from "../verdict/open-secrets.ts";
import { standsToday } from "../verdict/redeem-check.ts";
import { approvedOf, mint } from "./minting.ts";
import { logRefusedGrant, refuseGrant, type Tried } from "./refuse-grant.ts";

/** Mints the grant of an approval for the agent that sought it, and voids an earlier unused one. */
export async function collect(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<CollectedGrant> {
  requireRight(caller, "ask");
  const call: CallIdentity = { caller, operation: "collect", input, options };
  const { id } = input;
  let isAgain = false;
  return await commitCall(ctx, call, {
    thing: `The basis of the approval of ${id}`,
    async plan() {
      if (isAgain) {
        await assertNotSetBack(ctx, caller.principal.workspace);
        throw await whyNot(ctx, call, id);
      }
      isAgain = true;
      return await minting(ctx, call, id);
    },
    replay: (grant) => again(ctx, call, { id, grant: grant as GrantId }),
  });
}

async function minting(
  ctx: Context,
  call: CallIdentity,
  id: RequestId,
): Promise<PlannedCall<CollectedGrant>> {
  const { caller } = call;
  const request = await approvedOf(ctx, caller, id);
  const plain = withPlain(request.authorization.action.args, await openSecrets(ctx, request));
  // A redemption would refuse it, so refuse now: a grant would read as a yes.
  const refusal = await standsToday(ctx, request, plain);
  if (refusal !== undefined) {
    throw await refuseGrant(ctx, caller, { refusal, subject: id, tried: triedOf(call, request) });
  }
  const { grant, write, logged } = await mint(ctx, request);
  const { workspace } = request;
  return {
    done: () => signed(ctx, request, grant),
    result: grant.id,
    change: { workspace, writes: [write], events: [logged] },
  };
}

function triedOf({ caller, options }: CallIdentity, request: ApprovedRequest): Tried {
  const { digest, action } = request.authorization;
  const { via } = actorOf(caller, options?.via);
  return { digest, tool: action.tool, via, agent: request.agent };
}

/** The same grant again: it is signed once more and comes out identical. */
async function again(
  ctx: Context,
  call: CallIdentity,
  { id, grant }: { id: RequestId; grant: GrantId },
): Promise<CollectedGrant> {
  const { caller } = call;
  const request = await findRequest(ctx, caller, id);
  const known = await ctx.store.findGrant(request.workspace, id);
  if (request.status !== "approved" || known?.id !== grant) {
    if (request.status === "approved") {
      const tried = { ...triedOf(call, request), grant };
      await logRefusedGrant(ctx, caller, { error: "replaced", subject: id, tried });
    }
    throw new EarshotError(
      "GRANT_REFUSED",
      `The grant ${grant} of ${id} was replaced by a later one. Collect it again.`,
      { details: { id, reason: "replaced" } },
    );
  }
  return await signed(ctx, request, known);
}

async function signed(
  ctx: Context,
  request: ApprovedRequest,
  grant: GrantRecord,
): Promise<CollectedGrant> {
  const { action, digest, demand, edit, votes } = request.authorization;
  const hands = HANDS.filter((hand) => votes.some((vote) => vote.hand === hand));
  const claims: GrantClaims = {
    ...issuedBy(await ctx.deployment()),
    jti: grant.id,
    sub: grant.agent,
    workspace: grant.workspace,
    request: request.id,
    tool: action.tool,
    level: demand.level,
    digest,
    ...present({ hands: hands.length === 0 ? undefined : hands }),
    iat: Math.floor(toMs(grant.mintedAt) / 1_000),
    exp: Math.floor(toMs(grant.expiresAt) / 1_000),
  };
  return {
    grant: await ctx.signer.sign("grant", claims as unknown as JsonObject),
    id: grant.id,
    expiresAt: grant.expiresAt,
    digest,
    tool: action.tool,
    args: withPlain(action.args, await openSecrets(ctx, request)),
    ...present({ patch: edit?.patch }),
  };
}

/**
 * Why the store refused the grant: the agent was halted meanwhile, or the earlier grant was used.
 */
async function whyNot(ctx: Context, call: CallIdentity, id: RequestId): Promise<EarshotError> {
  const { caller } = call;
  const request = await approvedOf(ctx, caller, id);
  const known = await ctx.store.findGrant(request.workspace, id);
  if (known?.consumedAt !== undefined) {
    const tried = { ...triedOf(call, request), grant: known.id };
    await logRefusedGrant(ctx, caller, { error: "used", subject: id, tried });
    return used(id);
  }
  return new EarshotError(
    "CONFLICT",
    `The basis of the approval of ${id} has just changed; no grant was made, and none was used. Collect it again.`,
    { details: { id } },
  );
}

function used(id: RequestId): EarshotError {
  return new EarshotError(
    "GRANT_REFUSED",
    `The approval of ${id} has been used: the action may have run, and runs once. Seek another approval to run it again.`,
    { details: { id, reason: "used" } },
  );
}
