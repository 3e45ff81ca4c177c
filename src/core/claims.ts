import { EarshotError } from "../domain/errors.ts";
import type { RequestId } from "../domain/id.ts";
import type { Claim } from "../domain/inbox.ts";
import { present } from "../domain/present.ts";
import type { Caller } from "../domain/principal.ts";
import { requireRight } from "../domain/rights.ts";
import type { CallOptions } from "../ports/earshot.ts";
import type { Change } from "../ports/store.ts";
import { actorOf, findRequest } from "./access.ts";
import { asPerson } from "./as-person.ts";
import { type Context, nowOf } from "./context.ts";
import { findOpen } from "./find-open.ts";
import { type CallIdentity, commitError, earlierResult, onceOf, orEarlier } from "./once.ts";

/** Each lost race means that another operator has taken it on or given it back. */
const MAX_RACES = 8;

interface ClaimInput {
  readonly id: RequestId;
  /** Also from an operator who holds it. */
  readonly take?: boolean;
}

/** Takes an open request on; what the caller holds already stays theirs since then. */
export async function claim(
  ctx: Context,
  caller: Caller,
  { input, options }: { input: ClaimInput; options?: CallOptions | undefined },
): Promise<Claim> {
  requireRight(caller, "answer");
  asPerson(caller);
  const call: CallIdentity = { caller, operation: "claim", input, options };
  return await orEarlier(ctx, call, {
    attempt: async () => {
      for (let race = 0; race < MAX_RACES; race++) {
        const held = await tryClaim(ctx, call, input);
        if (held !== undefined) return held;
      }
      throw keptChanging(input.id);
    },
    replay: async (at) => ({ by: actorOf(caller, options?.via), at }),
  });
}

/** Undefined where somebody else was faster. */
async function tryClaim(
  ctx: Context,
  call: CallIdentity,
  { id, take }: ClaimInput,
): Promise<Claim | undefined> {
  const { workspace } = await findOpen(ctx, call.caller, id);
  const by = actorOf(call.caller, call.options?.via);
  const held = await ctx.store.findClaim(workspace, id);
  if (held?.by.principal === by.principal) {
    // A key that was used for something else is refused here too.
    await earlierResult(ctx, call);
    return held;
  }
  if (held !== undefined && take !== true) throw alreadyClaimed(id, held);
  const claimed = { by, at: nowOf(ctx) };
  const once = onceOf(ctx, call, claimed.at);
  const former = held === undefined ? {} : { former: held.by.principal };
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [{ type: "claim.put", request: id, claim: claimed, ...former }],
    events: [
      {
        type: "request.claimed",
        at: claimed.at,
        actor: by.principal,
        subject: id,
        data: { via: by.via },
      },
    ],
  };
  const done = await ctx.commit(change);
  switch (done.outcome) {
    case "committed":
      return claimed;
    case "replayed":
      return { by, at: done.result };
    case "conflict":
      return undefined;
    default:
      throw commitError(done, change);
  }
}

/** Gives a request back that the caller has taken on. */
export async function release(
  ctx: Context,
  caller: Caller,
  { input, options }: { input: { readonly id: RequestId }; options?: CallOptions | undefined },
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
  // Another operator took it meanwhile, or another call gave it back: there is nothing to give.
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

function keptChanging(id: RequestId): EarshotError {
  return new EarshotError("CONFLICT", `Who holds ${id} kept changing. Try again.`);
}
