import type { KeyId, PrincipalId, WorkspaceId } from "../../domain/id.ts";
import { LINK_LIFE_MS, MAX_AUTHORIZATION_EXPIRY_MS } from "../../domain/limits.ts";
import type { Principal } from "../../domain/people/principal.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/time.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Ticket, Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";

/** How long each lives: a person opens a link when they get to it, a browser answers at once. */
const LIVES_MS: Readonly<Record<Exclude<Ticket["purpose"], "used_assertion">, number>> = {
  sign_in_link: LINK_LIFE_MS,
  channel_link: LINK_LIFE_MS,
  passkey_creation: 5 * MINUTE_MS,
  passkey_sign_in: 5 * MINUTE_MS,
  passkey_proof: 5 * MINUTE_MS,
  vote_nonce: 10 * MINUTE_MS,
};

/** An action can be decided for 30 days. One day more, because tickets are also dropped early. */
const USED_MS = MAX_AUTHORIZATION_EXPIRY_MS + DAY_MS;

export interface NewTicket {
  readonly workspace: WorkspaceId;
  readonly purpose: keyof typeof LIVES_MS;
  readonly principal?: PrincipalId;
  readonly atTerminal?: boolean;
  readonly key?: KeyId;
}

/** A new ticket and its token, which is stored nowhere. Making one drops the expired ones. */
export function newTicket(
  ctx: Context,
  content: NewTicket,
  token: string = ctx.ids.secret(),
): { readonly token: string; readonly ticket: Ticket; readonly writes: readonly Write[] } {
  const now = nowOf(ctx);
  const expiresAt = toTimestamp(toMs(now) + LIVES_MS[content.purpose]);
  const ticket: Ticket = { ...content, hash: ctx.digest.text(token), expiresAt };
  return {
    token,
    ticket,
    writes: [
      { type: "ticket.drop", of: { before: now } },
      { type: "ticket.insert", ticket },
    ],
  };
}

/** The ticket of a token, if it is good for this purpose now. */
export async function findTicket(
  ctx: Context,
  { token, purpose }: { readonly token: string; readonly purpose: Ticket["purpose"] },
): Promise<Ticket | undefined> {
  const ticket = await ctx.store.findTicket(ctx.digest.text(token));
  const isGood = ticket?.purpose === purpose && ticket.expiresAt > nowOf(ctx);
  return isGood ? ticket : undefined;
}

/** Uses the ticket up; only one of several attempts commits. */
export function takeTicket(ctx: Context, { hash }: Ticket): Write {
  return { type: "ticket.take", hash, at: nowOf(ctx) };
}

/**
 * Remembers that a passkey's response proved something, in the same commit; only one of two uses
 * commits. It names no person, so it survives when a person's tickets are dropped.
 */
export function usedAssertion(ctx: Context, workspace: WorkspaceId, mark: string): Ticket {
  const expiresAt = toTimestamp(ctx.clock.now() + USED_MS);
  return { workspace, hash: ctx.digest.text(mark), purpose: "used_assertion", expiresAt };
}

/**
 * Drops the tickets of a person whose key is revoked. A copied link must not let somebody else in
 * again. A link they made for another person ends with the key that made it.
 */
export function dropTicketsOf({ id, kind }: Principal): readonly Write[] {
  return kind === "person" ? [{ type: "ticket.drop", of: id }] : [];
}
