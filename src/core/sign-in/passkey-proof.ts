import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import type { Site } from "../../ports/earshot/operators.ts";
import type { Write } from "../../ports/store/store.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitOrThrow } from "../call/commit-call.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { checkOwnAssertion } from "./passkey-assertion.ts";
import { ownCredentials } from "./passkey-credentials.ts";
import { siteOf } from "./site.ts";
import { findTicket, newTicket, takeTicket } from "./tickets.ts";

/**
 * A challenge for the caller to prove themselves with an existing passkey before they change their
 * means of proof.
 */
export async function passkeyProof(
  ctx: Context,
  caller: Caller,
  { options }: Given<unknown>,
): Promise<JsonObject> {
  const person = asOperator(caller);
  const { workspace, id: principal } = person;
  const site = siteOf(options);
  const allow = await ownCredentials(ctx, person, site);
  const made = newTicket(ctx, { workspace, principal, purpose: "passkey_proof" });
  await commitOrThrow(ctx, { workspace, writes: made.writes, events: [] });
  return await ctx.passkeys.requestOptions({ site, challenge: made.token, allow });
}

/**
 * Throws NOT_ALLOWED if the person has a passkey: then only that may change their means of proof. A
 * stolen key must not obtain an equally good one.
 */
export async function assertNoPasskey(
  ctx: Context,
  { workspace, id }: PersonPrincipal,
  what: string,
): Promise<void> {
  if ((await ctx.store.listPasskeys(workspace, id)).length === 0) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `You have a passkey, so that ${what} takes a proof by it. Do it in the settings of the inbox: npx earshot open.`,
    { details: { reason: "passkey_needed" } },
  );
}

/**
 * Throws NOT_ALLOWED unless the response answers such a challenge; returns the writes to commit
 * with what it proves.
 */
export async function checkProof(
  ctx: Context,
  person: PersonPrincipal,
  { proof, site, does }: { readonly proof: JsonObject; readonly site: Site; readonly does: string },
): Promise<readonly Write[]> {
  const challenge = ctx.passkeys.claimOf(proof)?.challenge ?? "";
  const ticket = await findTicket(ctx, { token: challenge, purpose: "passkey_proof" });
  const isOwn = ticket?.workspace === person.workspace && ticket.principal === person.id;
  if (isOwn) {
    const proved = await checkOwnAssertion(ctx, person, {
      response: proof,
      challenge,
      site,
      tried: { does },
    });
    if (proved !== undefined) return [takeTicket(ctx, ticket), proved.use];
  }
  throw new EarshotError(
    "NOT_ALLOWED",
    "The passkey does not prove who you are: the challenge is too old or was used, or the passkey is not yours. Try again.",
    { details: { reason: "passkey_refused" } },
  );
}
