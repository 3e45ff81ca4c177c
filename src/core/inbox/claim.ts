import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Claim } from "../../domain/inbox/inbox.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf, findRequest } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { type AlreadySo, commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { findOpen } from "../requests/find-open.ts";

interface ClaimInput {
  readonly id: RequestId;
  /** Takes it even from an operator who holds it. */
  readonly take?: boolean;
}

/** Claims an open request; a claim the caller already holds keeps its time. */
export async function claim(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ClaimInput>,
): Promise<Claim> {
  requireRight(caller, "answer");
  asPerson(caller);
  const call: CallIdentity = { caller, operation: "claim", input, options };
  return await commitCall(ctx, call, {
    thing: `Who holds ${input.id}`,
    plan: () => claiming(ctx, call, input),
    replay: (at) => ({ by: actorOf(caller, options?.via), at: at as Timestamp }),
  });
}

async function claiming(
  ctx: Context,
  { caller, options }: CallIdentity,
  { id, take }: ClaimInput,
): Promise<PlannedCall<Claim> | AlreadySo<Claim>> {
  const { workspace } = await findOpen(ctx, caller, id);
  const by = actorOf(caller, options?.via);
  const held = await ctx.store.findClaim(workspace, id);
  if (held?.by.principal === by.principal) return { alreadySo: held };
  if (held !== undefined && take !== true) throw alreadyClaimed(id, held);
  const claim = { by, at: nowOf(ctx) };
  return {
    done: () => claim,
    result: claim.at,
    change: {
      workspace,
      writes: [
        { type: "claim.put", request: id, claim, ...present({ former: held?.by.principal }) },
      ],
      events: [
        {
          type: "request.claimed",
          at: claim.at,
          actor: by.principal,
          subject: id,
          data: { via: by.via },
        },
      ],
    },
  };
}

/** Gives back a request that the caller claimed. */
export async function release(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<{ readonly released: boolean }> {
  requireRight(caller, "answer");
  asPerson(caller);
  const { id } = input;
  const { workspace } = await findRequest(ctx, caller, id);
  const call: CallIdentity = { caller, operation: "release", input, options };
  const by = actorOf(caller, options?.via);
  const held = await ctx.store.findClaim(workspace, id);
  if (held?.by.principal !== by.principal) {
    return { released: (await earlierResult(ctx, call)) !== undefined };
  }
  const once = onceOf(ctx, call, id);
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [{ type: "claim.remove", request: id, by: by.principal }],
    events: [
      {
        type: "request.released",
        at: nowOf(ctx),
        actor: by.principal,
        subject: id,
        data: { via: by.via },
      },
    ],
  };
  const done = await ctx.commit(change);
  // Another operator took it meanwhile, or another call gave it back; nothing is left to give back.
  if (done.outcome === "conflict") return { released: false };
  if (done.outcome === "committed" || done.outcome === "replayed") return { released: true };
  throw commitError(done, change);
}

function alreadyClaimed(id: RequestId, { by, at }: Claim): EarshotError {
  return new EarshotError(
    "ALREADY_CLAIMED",
    `${by.name} took ${id} on at ${at}. You may still decide it, or take it over.`,
    { details: { id, by, at } },
  );
}
