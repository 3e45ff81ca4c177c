import { EarshotError } from "../../domain/errors.ts";
import type { PasskeyId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { committedPasskey } from "../../domain/log/committed.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { checkName } from "../../domain/text.ts";
import type { Passkey, Site } from "../../ports/earshot/operators.ts";
import type { Change, StoredPasskey, Ticket, Write } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitOrThrow } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { assertOwnHand } from "../deciders/hands.ts";
import { assertOwnerStays } from "./last-way-in.ts";
import { inCallersTurn, inOperatorTurn } from "./operator-lock.ts";
import { logRefusedPasskey } from "./passkey-assertion.ts";
import { credentialsFor } from "./passkey-credentials.ts";
import { assertNoPasskey, checkProof } from "./passkey-proof.ts";
import { proveOwnPassphrase } from "./passphrase.ts";
import { siteOf } from "./site.ts";
import { findTicket, newTicket, takeTicket } from "./tickets.ts";

/** Shows that it is the person themselves. */
export interface OwnProof {
  readonly passphrase?: string;
  /** A response of their passkey to the challenge of `passkeyProof`. */
  readonly proof?: JsonObject;
}

/** What a browser needs to register a passkey, for a person who may add one. */
export async function passkeyCreation(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<OwnProof>,
): Promise<JsonObject> {
  const person = asOperator(caller);
  const site = siteOf(options);
  const { passphrase, proof } = input;
  if (proof === undefined) {
    assertAtTerminal(caller);
    await assertOwnHand(ctx, caller, "A passkey");
  }
  // Checked before the passkey proof, which is used up: a mistyped passphrase must not cost it.
  const tried = { does: "passkeyCreation", via: options?.via };
  const isProved = await proveOwnPassphrase(ctx, caller, { passphrase, tried });
  if (proof === undefined && !isProved) await assertNoPasskey(ctx, person, "another one");
  const proved =
    proof === undefined ? [] : await checkProof(ctx, person, { proof, site, does: tried.does });
  const { workspace, id: principal, name: userName } = person;
  const exclude = await credentialsFor(ctx, person, site);
  const { token, writes } = newTicket(ctx, { workspace, principal, purpose: "passkey_creation" });
  await commitOrThrow(ctx, { workspace, writes: [...proved, ...writes], events: [] });
  const userId = ctx.digest.text(`earshot.passkey.user ${workspace} ${principal}`);
  return await ctx.passkeys.creationOptions({ site, challenge: token, userId, userName, exclude });
}

/**
 * A new passkey is as good as a terminal from then on, so a stolen browser session must not obtain
 * one.
 */
function assertAtTerminal({ web }: Caller): void {
  if (web?.atTerminal === true) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    "A passkey is registered in an inbox that was opened by a link made at a terminal (npx earshot open), or by proving yourself with a passkey that you have.",
    { details: { reason: "passkey_needed" } },
  );
}

/** Registers the passkey that a browser made from the options given before. */
export async function addPasskey(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly name: string; readonly response: JsonObject }>,
): Promise<Passkey> {
  const person = asOperator(caller);
  checkName(input.name, "name");
  const call: CallIdentity = { caller, operation: "addPasskey", input, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) return (await find(ctx, person, earlier)).passkey;
  const site = siteOf(options);
  const { ticket, stored } = await verified(ctx, person, { ...input, site });
  return await inCallersTurn(ctx, caller, () => insert(ctx, call, { ticket, stored }));
}

/**
 * Throws NOT_ALLOWED if the response does not match its challenge; the challenge is used up either
 * way.
 */
async function verified(
  ctx: Context,
  { workspace, id: operator }: PersonPrincipal,
  { name, response, site }: { readonly name: string; readonly response: JsonObject; site: Site },
): Promise<{ readonly ticket: Ticket; readonly stored: StoredPasskey }> {
  const challenge = ctx.passkeys.claimOf(response)?.challenge ?? "";
  const ticket = await findTicket(ctx, { token: challenge, purpose: "passkey_creation" });
  const isOwn = ticket?.workspace === workspace && ticket.principal === operator;
  if (!isOwn) throw creationRefused();
  const credential = await ctx.passkeys.verifyCreation({ site, challenge, response });
  if (credential === undefined) {
    const writes = [takeTicket(ctx, ticket)];
    const tried = { does: "addPasskey" };
    await logRefusedPasskey(ctx, { workspace, actor: operator, passkey: undefined, tried, writes });
    throw creationRefused();
  }
  const id = ctx.ids.next("psk");
  const passkey: Passkey = { id, operator, name, rpId: site.rpId, createdAt: nowOf(ctx) };
  return { ticket, stored: { workspace, passkey, credential } };
}

async function insert(
  ctx: Context,
  call: CallIdentity,
  { ticket, stored }: { readonly ticket: Ticket; readonly stored: StoredPasskey },
): Promise<Passkey> {
  const { workspace, passkey } = stored;
  const { id, name, operator, createdAt: at } = passkey;
  const once = onceOf(ctx, call, id);
  const data = { digest: ctx.digest.json(committedPasskey(stored)), name };
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [takeTicket(ctx, ticket), { type: "passkey.insert", passkey: stored }],
    events: [{ type: "passkey.added", at, actor: operator, subject: id, data }],
  };
  const done = await ctx.commit(change);
  if (done.outcome === "committed") return passkey;
  // The challenge was used meanwhile, or this credential is already registered.
  if (done.outcome === "conflict") throw creationRefused();
  throw commitError(done, change);
}

/** The caller's own passkeys, oldest first. */
export async function listPasskeys(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly Passkey[] }> {
  const { workspace, id } = asOperator(caller);
  const stored = await ctx.store.listPasskeys(workspace, id);
  return { items: stored.map(({ passkey }) => passkey) };
}

export interface RemovePasskeyInput extends OwnProof {
  readonly id: PasskeyId;
}

/**
 * Removes a passkey of the caller; what it proved still stands. It takes a proof by one of theirs,
 * or the passphrase. Otherwise a stolen key could remove the last one and register its own.
 */
export async function removePasskey(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RemovePasskeyInput>,
): Promise<Passkey> {
  const person = asOperator(caller);
  const identity = { id: input.id };
  const call: CallIdentity = { caller, operation: "removePasskey", input: identity, options };
  // Once removed it cannot be read again, so the passkey itself is the stored result.
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) return JSON.parse(earlier) as Passkey;
  const { passkey } = await find(ctx, person, input.id);
  const proved = await proveRemoval(ctx, caller, { input, options });
  const { workspace, id: actor } = person;
  const { id, name } = passkey;
  const once = onceOf(ctx, call, JSON.stringify(passkey));
  const writes: readonly Write[] = [...proved, { type: "passkey.remove", id }];
  const change: Change = {
    workspace,
    writes,
    ...present({ once }),
    events: [{ type: "passkey.removed", at: nowOf(ctx), actor, subject: id, data: { name } }],
  };
  const done = await inOperatorTurn(ctx, workspace, async () => {
    await assertOwnerStays(ctx, { of: person, only: id });
    return await ctx.commit(change);
  });
  if (done.outcome === "committed" || done.outcome === "replayed") return passkey;
  // The passkey is gone, or the proof was used meanwhile.
  if (done.outcome === "conflict") await find(ctx, person, id);
  throw commitError(done, change);
}

async function proveRemoval(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<OwnProof>,
): Promise<readonly Write[]> {
  const { passphrase, proof } = input;
  const person = asOperator(caller);
  const does = "removePasskey";
  if (proof !== undefined) {
    return await checkProof(ctx, person, { proof, site: siteOf(options), does });
  }
  const tried = { does, via: options?.via };
  if (await proveOwnPassphrase(ctx, caller, { passphrase, tried })) return [];
  await assertNoPasskey(ctx, person, "to remove one");
  return [];
}

async function find(
  ctx: Context,
  { workspace, id: operator }: PersonPrincipal,
  id: string,
): Promise<StoredPasskey> {
  const stored = await ctx.store.listPasskeys(workspace, operator);
  const known = stored.find(({ passkey }) => passkey.id === id);
  if (known === undefined) throw notFound("passkey", id);
  return known;
}

function creationRefused(): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    "The passkey was not registered: the browser's answer does not fit what it was asked, or came too late or twice. Begin again.",
    { details: { reason: "passkey_refused" } },
  );
}
