import { EarshotError } from "../../domain/errors.ts";
import { inTime } from "../../domain/in-words.ts";
import { INVITATION_LIFE_MS } from "../../domain/limits.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { INVITATION_PREFIX } from "../../domain/people/key-secret.ts";
import type { Caller, Key, PersonPrincipal } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";
import type { CreatedKey } from "../../ports/earshot/earshot.ts";
import type { Write } from "../../ports/store/store.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { newKey, secretGone } from "../callers/new-key.ts";
import { canGetIn } from "./last-way-in.ts";
import { inOperatorTurn } from "./operator-lock.ts";

/** An invitation and the person whom it is for. */
export interface Invited {
  readonly key: Key;
  readonly person: PersonPrincipal;
}

/**
 * Makes a person's own key with an invitation, which ends it. Whoever brings the invitation is that
 * person, so the caller does not matter.
 */
export async function acceptInvitation(
  ctx: Context,
  _: unknown,
  { input, options }: Given<{ readonly invitation: string }>,
): Promise<CreatedKey> {
  const known = await findInvitation(ctx, input.invitation);
  if (known === undefined) throw invitationRefused();
  const { key, person } = known;
  const caller: Caller = { principal: person, rights: new Set() };
  const call: CallIdentity = { caller, operation: "acceptInvitation", input: key.id, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) throw secretGone(earlier);
  return await inOperatorTurn(ctx, person.workspace, async () => {
    if (!(await isGoodInvitation(ctx, input.invitation))) throw invitationRefused();
    const { scopes, unattended, madeBy: invitedBy } = key;
    const made = newKey(ctx, person, { scopes, unattended, invitedBy, actor: person.id });
    const ended = invitationEnded(ctx, known);
    const change = {
      workspace: person.workspace,
      writes: [ended.write, ...made.writes],
      events: [ended.event, ...made.events],
    };
    const { result, replayed } = await commitOnce(ctx, call, { result: made.key.id, change });
    if (replayed) throw secretGone(result);
    return { key: made.key, principal: person, secret: made.secret };
  });
}

/** The invitation of this secret, good or not. */
export async function findInvitation(ctx: Context, secret: string): Promise<Invited | undefined> {
  if (!secret.startsWith(INVITATION_PREFIX)) return undefined;
  const found = await ctx.store.findKeyOwner(ctx.digest.text(secret));
  if (found?.key.invitation === undefined || found.principal.kind !== "person") return undefined;
  return { key: found.key, person: found.principal };
}

/** Whether it can be accepted now. Ask in the operators' turn. */
export async function isGoodInvitation(ctx: Context, secret: string): Promise<boolean> {
  const known = await findInvitation(ctx, secret);
  if (known === undefined) return false;
  const { invitation, revokedAt, madeBy, workspace } = known.key;
  if (revokedAt !== undefined || invitation === undefined) return false;
  if (invitation.expiresAt <= nowOf(ctx)) return false;
  // Whoever has lost their keys may have lost them to somebody who invites others.
  const maker = madeBy === undefined ? undefined : await ctx.store.findPrincipal(workspace, madeBy);
  return maker === undefined || (await canGetIn(ctx, maker));
}

/** What ends an invitation, committed with what was made of it. */
export function invitationEnded(
  ctx: Context,
  { key: { id }, person }: Invited,
): { readonly write: Write; readonly event: EventDraft } {
  const at = nowOf(ctx);
  return {
    write: { type: "key.revoke", id, revokedAt: at },
    event: {
      type: "invitation.accepted",
      at,
      actor: person.id,
      subject: id,
      data: { name: person.name },
    },
  };
}

/** A web session has all rights of its person, so only an invitation to all of them starts one. */
export function isWholeInvitation({ key, person }: Invited): boolean {
  const isNarrow = rightsOf(person).some((right) => !key.scopes.includes(right));
  return key.unattended !== true && !isNarrow;
}

/** The same refusal for every bad one, so that guessing reveals nothing. */
function invitationRefused(): EarshotError {
  return new EarshotError(
    "NOT_SIGNED_IN",
    `This invitation is not good: it is unknown, was accepted or revoked, is older than ${inTime(INVITATION_LIFE_MS)}, or whoever made it can get in no more. Ask an owner for another: npx earshot keys create --operator NAME.`,
    { details: { reason: "invitation" } },
  );
}
