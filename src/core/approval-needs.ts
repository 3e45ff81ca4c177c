import { type ErrorCode, isEarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/principal.ts";
import type { OpenAuthorization } from "../domain/request.ts";
import { transition } from "../domain/request-machine.ts";
import { requireRight } from "../domain/rights.ts";
import type { Surface } from "../domain/surface.ts";
import type { ApprovalNeeds } from "../ports/inbox.ts";
import { actorOf } from "./access.ts";
import { assertNotDenied } from "./approve.ts";
import { assertWhole } from "./assert-whole.ts";
import { type Context, nowOf } from "./context.ts";
import { assertMayDecide } from "./may-decide.ts";
import { presenceNeeds } from "./presence.ts";
import { assertStillWanted } from "./second-owner.ts";
import { termsToday } from "./terms-today.ts";

/** Refusals of the caller; what else goes wrong says nothing of who may approve. */
const REFUSALS: readonly ErrorCode[] = [
  ...([
    "NOT_ALLOWED",
    "ALREADY_VOTED",
    "REQUEST_CLOSED",
    "DIGEST_MISMATCH",
    "RECORD_CHANGED",
  ] as const),
];

/** What an approval by the caller would take there, told by the same code that will judge it. */
export async function approvalNeeds(
  ctx: Context,
  caller: Caller,
  { request, via }: { readonly request: OpenAuthorization; readonly via?: Surface },
): Promise<ApprovalNeeds> {
  const { digest } = request.authorization;
  const by = actorOf(caller, via);
  const today = await termsToday(ctx, request);
  const { terms, withdrawn: gone } = today;
  const { demand } = terms;
  const withdrawn = gone.length === 0 ? {} : { withdrawn: gone };
  try {
    requireRight(caller, "decide");
    assertWhole(ctx, request);
    assertNotDenied(today);
    await assertStillWanted(ctx, request);
    const { isSoleOperator } = await assertMayDecide(ctx, today.request, caller.principal);
    transition(request, { type: "approve", vote: { by, digest }, terms, ...withdrawn }, nowOf(ctx));
    const needs = presenceNeeds(caller, { demand, via: by.via, isSoleOperator });
    return { ...(await ofCaller(ctx, caller, needs)), ...withdrawn };
  } catch (error) {
    if (!(isEarshotError(error) && REFUSALS.includes(error.code))) throw error;
    const nothing = { typed: false, passphrase: false, passkey: "none" } as const;
    return { refusal: error.message, refusalCode: error.code, ...nothing, ...withdrawn };
  }
}

/** What the caller has not registered is not offered, and what they need and have not is named. */
async function ofCaller(
  ctx: Context,
  caller: Caller,
  needs: ApprovalNeeds,
): Promise<ApprovalNeeds> {
  const { workspace, id } = caller.principal;
  if (needs.passkey === "none") return needs;
  const hasOne = await hasPasskey(ctx, caller);
  if (needs.passkey === "required") return hasOne ? needs : { ...needs, missing: "passkey" };
  const passkey = hasOne ? "possible" : "none";
  const isSet = !needs.passphrase || (await ctx.store.findPassphrase(workspace, id)) !== undefined;
  return isSet ? { ...needs, passkey } : { ...needs, passkey, missing: "passphrase" };
}

async function hasPasskey(ctx: Context, { principal }: Caller): Promise<boolean> {
  return (await ctx.store.listPasskeys(principal.workspace, principal.id)).length > 0;
}
