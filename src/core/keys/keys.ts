import { EarshotError } from "../../domain/errors.ts";
import type { KeyId, WorkspaceId } from "../../domain/id.ts";
import { assertNotOwnAgents } from "../../domain/people/own-agents.ts";
import type { Caller, Key, Principal, Right } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { checkName } from "../../domain/text.ts";
import type { CreatedKey, CreateKeyInput, ListedKey } from "../../ports/earshot/earshot.ts";
import type { Change } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { assertAtTerminal } from "../call/at-terminal.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { newKey } from "../callers/new-key.ts";
import { newPrincipal } from "../callers/principals.ts";
import { NOTHING_TOLD, ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { assertDistinctName } from "../people/distinct-name.ts";
import { type OwnersChange, secondOwner } from "../people/second-owner.ts";
import { assertOwnerStays } from "../sign-in/last-way-in.ts";
import { inCallersTurn, inOperatorTurn } from "../sign-in/operator-lock.ts";
import { proveByPassphrase, proveManager } from "../sign-in/prove-manager.ts";
import { dropTicketsOf } from "../sign-in/tickets.ts";

/** Makes a key, and its principal if there is none of this kind and name. */
export async function createKey(
  ctx: Context,
  caller: Caller,
  call: Given<CreateKeyInput>,
): Promise<CreatedKey> {
  requireRight(caller, "keys");
  checkName(call.input.name, "name");
  // A key of a server's own agent would read what it asks, and speak in its name.
  if (call.input.kind === "agent") assertNotOwnAgents(call.input.name);
  if (call.input.kind !== "person") return await make(ctx, caller, call);
  // The holder of a person's key can claim to be at a terminal; only a passkey may lead there.
  assertAtTerminal(caller, {
    what: "A key of a person is not made",
    command: "npx earshot keys create",
  });
  return await inCallersTurn(ctx, caller, () => make(ctx, caller, call));
}

async function make(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<CreateKeyInput>,
): Promise<CreatedKey> {
  // The stored fingerprint of the call must not make the passphrase guessable.
  const { passphrase, ...identity } = input;
  const call: CallIdentity = { caller, operation: "createKey", input: identity, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) throw secretGone(earlier);
  // Checked first, so nobody types a passphrase only to be refused.
  const { workspace } = caller.principal;
  const known = await ctx.store.findPrincipalByName({ workspace, ...input });
  checkRole(known, input);
  if (known === undefined && input.kind === "person") {
    await assertDistinctName(ctx, { workspace, name: input.name });
  }
  const tried = { does: "createKey", via: options?.via };
  if (input.kind === "person") await proveByPassphrase(ctx, caller, { passphrase, tried });
  // It reads what everybody asks and decides nothing, but outlives the web session it was made in.
  if (input.kind === "service") {
    await proveManager(ctx, caller, {
      passphrase,
      tried,
      what: "A key of a service is not made",
      command: "npx earshot keys create",
    });
  }
  const { principal, writes, events } =
    known === undefined
      ? newPrincipal(ctx, { workspace, ...input, by: caller.principal }, caller.principal.id)
      : { principal: known, writes: [], events: [] };
  const { scopes, holdMs, unattended } = input;
  const actor = caller.principal.id;
  const made = newKey(ctx, principal, { scopes, holdMs, unattended, actor });
  const told = await noticeOf(ctx, caller, { principal, key: made.key });
  const isNew = known === undefined;
  const approved = await secondOwner(ctx, caller, keyChange(made.key, { principal, isNew }));
  const change = {
    workspace,
    writes: [...writes, ...made.writes, ...told.writes, ...approved.writes],
    events: [...events, ...made.events, ...told.events, ...approved.events],
  };
  const { result, replayed } = await commitOnce(ctx, call, { result: made.key.id, change });
  if (replayed) throw secretGone(result);
  return { key: made.key, principal, secret: made.secret };
}

/** With one of these, a key decides in a person's name, or seeks what only another may approve. */
const POWERS: readonly Right[] = ["decide", "permit", "policy", "keys"];

function keyChange(
  { scopes, unattended }: Key,
  { principal, isNew }: { readonly principal: Principal; readonly isNew: boolean },
): OwnersChange | undefined {
  if (principal.kind !== "person") return undefined;
  const { name, role } = principal;
  const isOwnerMade = isNew && role === "owner";
  if (!isOwnerMade && !scopes.some((scope) => POWERS.includes(scope))) return undefined;
  const held = scopes.toSorted();
  return {
    tool: "create_key",
    args: { name, role, new: isNew, scopes: held, unattended: unattended === true },
    wants: `a key in the name of ${JSON.stringify(name)} (${role}).`,
  };
}

/** The holder of a key that approves counts as one more person. */
async function noticeOf(
  ctx: Context,
  { principal: by }: Caller,
  { principal, key }: { readonly principal: Principal; readonly key: Key },
): Promise<Pick<Change, "writes" | "events">> {
  if (principal.kind !== "person" || !key.scopes.includes("decide")) {
    return { writes: [], events: [] };
  }
  const { name, role } = principal;
  const of = { name, role, key: key.id, forScripts: key.unattended === true };
  return await ownerNotices(ctx, {
    workspace: principal.workspace,
    actor: by.id,
    ...OWNERS_TOLD.key_made(by.name, of),
  });
}

function checkRole(known: Principal | undefined, { kind, role, name }: CreateKeyInput): void {
  if (role === undefined) return;
  if (kind !== "person") {
    throw new EarshotError("INVALID_INPUT", "Only operators have a role: use it with kind person.");
  }
  if (known?.kind === "person" && known.role !== role) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Operator ${JSON.stringify(name)} is ${known.role} here; a key does not change that.`,
    );
  }
}

function secretGone(id: string): EarshotError {
  return new EarshotError(
    "KEY_REUSED",
    `Key ${id} was made by an earlier call with this idempotency key, and its secret was shown then, once. If it is lost, revoke it and make another.`,
    { details: { id } },
  );
}

export async function listKeys(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly ListedKey[] }> {
  requireRight(caller, "keys");
  return { items: await bearerKeys(ctx, caller.principal.workspace) };
}

/** Revokes a key from the moment this resolves; repeating it changes nothing. */
export async function revokeKey(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: KeyId }>,
): Promise<Key> {
  requireRight(caller, "keys");
  const { workspace } = caller.principal;
  const { key: known, principal } = await findKey(ctx, workspace, input.id);
  const once = onceOf(ctx, { caller, operation: "revokeKey", input, options }, input.id);
  const revokedAt = nowOf(ctx);
  const actor = caller.principal.id;
  const told =
    principal.kind !== "person" || principal.id === actor
      ? NOTHING_TOLD
      : await ownerNotices(ctx, {
          workspace,
          actor,
          ...OWNERS_TOLD.key_revoked(caller.principal.name, principal),
        });
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [
      { type: "key.revoke", id: input.id, revokedAt },
      ...dropTicketsOf(principal),
      ...told.writes,
    ],
    events: [{ type: "key.revoked", at: revokedAt, actor, subject: input.id }, ...told.events],
  };
  const done = await inOperatorTurn(ctx, workspace, async () => {
    await assertOwnerStays(ctx, { of: principal, only: input.id });
    return await ctx.commit(change);
  });
  if (done.outcome === "committed") return { ...known, revokedAt };
  // It was revoked before, as wanted.
  if (done.outcome !== "key_reused") return (await findKey(ctx, workspace, input.id)).key;
  throw commitError(done, change);
}

async function findKey(ctx: Context, workspace: WorkspaceId, id: KeyId): Promise<ListedKey> {
  const listed = await bearerKeys(ctx, workspace);
  const known = listed.find(({ key }) => key.id === id);
  if (known === undefined) throw notFound("key", id);
  return known;
}

/** Web sessions are listed and revoked separately. */
async function bearerKeys(ctx: Context, workspace: WorkspaceId): Promise<readonly ListedKey[]> {
  const listed = await ctx.store.listKeys(workspace);
  return listed.filter(({ key }) => key.web === undefined);
}
