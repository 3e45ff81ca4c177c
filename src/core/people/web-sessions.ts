import { EarshotError } from "../../domain/errors.ts";
import type { KeyId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { WebSession } from "../../ports/earshot/operators.ts";
import type { Change } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { type Context, nowOf } from "../call/context.ts";
import { commitError, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { deviceEndings, devicesOf } from "../callers/device-links.ts";
import { isGoodKey, toWebSession, webSessionsOf } from "../callers/web-session-key.ts";
import { NOTHING_TOLD, ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { inOperatorTurn } from "../sign-in/operator-lock.ts";
import { dropTicketsOf } from "../sign-in/tickets.ts";

/**
 * Good web sessions, newest first: the caller's own, or everybody's for a caller who manages people.
 */
export async function listWebSessions(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly WebSession[] }> {
  const now = nowOf(ctx);
  const good = (await seenBy(ctx, caller)).filter(({ key }) => isGoodKey(key, now));
  const items = good.map(({ key, principal }) => toWebSession(key, principal.name, caller));
  return { items: items.sort((one, other) => (one.id < other.id ? 1 : -1)) };
}

/**
 * Revokes a web session and its votes from the moment this resolves; repeating it changes nothing.
 */
export async function revokeWebSession(
  ctx: Context,
  caller: Caller,
  { input: { id }, options }: Given<{ readonly id: KeyId }>,
): Promise<WebSession> {
  const known = (await seenBy(ctx, caller)).find(({ key }) => key.id === id);
  if (known === undefined) throw notFound("web session", id);
  const { name } = known.principal;
  const { workspace, id: actor } = caller.principal;
  const once = onceOf(ctx, { caller, operation: "revokeWebSession", input: { id }, options }, id);
  const at = nowOf(ctx);
  const devices = deviceEndings(await devicesOf(ctx, workspace, id), { at, actor });
  const told =
    known.principal.kind !== "person" || known.principal.id === actor
      ? NOTHING_TOLD
      : await ownerNotices(ctx, {
          workspace,
          actor,
          ...OWNERS_TOLD.web_session_revoked(caller.principal.name, known.principal),
        });
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [
      { type: "key.revoke", id, revokedAt: at },
      ...devices.writes,
      ...dropTicketsOf(known.principal),
      ...told.writes,
    ],
    events: [
      { type: "web_session.revoked", at, actor, subject: id, data: { name } },
      ...devices.events,
      ...told.events,
    ],
  };
  const done = await inOperatorTurn(ctx, workspace, () => ctx.commit(change));
  // A conflict means it was revoked before, as wanted.
  if (done.outcome === "key_reused" || done.outcome === "failed") throw commitError(done, change);
  return toWebSession(known.key, name, caller);
}

/** Ends the caller's web session, the links made in it and its device; its decisions stand. */
export async function signOut(
  ctx: Context,
  caller: Caller,
  { options }: Given<unknown>,
): Promise<{ readonly signedOut: true }> {
  const { workspace, id: actor } = asOperator(caller);
  const { key: id, web } = caller;
  if (web === undefined || id === undefined) {
    throw new EarshotError(
      "NOT_ALLOWED",
      "Only a browser signs out. A key is revoked instead: npx earshot keys revoke ID.",
      { details: { reason: "no_web_session" } },
    );
  }
  const once = onceOf(ctx, { caller, operation: "signOut", input: {}, options }, id);
  const at = nowOf(ctx);
  const devices = deviceEndings(await devicesOf(ctx, workspace, id), { at, actor });
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [{ type: "key.end", id, endedAt: at }, ...devices.writes],
    events: [{ type: "web_session.ended", at, actor, subject: id }, ...devices.events],
  };
  // In turn, so a link made in it lets nobody in after its end.
  const done = await inOperatorTurn(ctx, workspace, () => ctx.commit(change));
  if (done.outcome === "key_reused" || done.outcome === "failed") throw commitError(done, change);
  return { signedOut: true };
}

async function seenBy(ctx: Context, caller: Caller) {
  const { workspace, id } = asOperator(caller);
  const all = webSessionsOf(await ctx.store.listKeys(workspace));
  return caller.rights.has("people") ? all : all.filter(({ key }) => key.principal === id);
}
