import type { KeyId, PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Principal } from "../../domain/people/principal.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Ticket, Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";

/** How long each is good for: a person opens a link when they get to it, a browser answers at once. */
const LIVES_MS: Readonly<Record<Exclude<Ticket["purpose"], "used_assertion">, number>> = {
  sign_in_link: 10 * MINUTE_MS,
  channel_link: 10 * MINUTE_MS,
  passkey_creation: 5 * MINUTE_MS,
  passkey_sign_in: 5 * MINUTE_MS,
  passkey_proof: 5 * MINUTE_MS,
};

/** An action can be decided for 30 days; a day more than that, since tickets are dropped early too. */
const USED_MS = 31 * 24 * 60 * MINUTE_MS;

export interface NewTicket {
  readonly workspace: WorkspaceId;
  readonly purpose: keyof typeof LIVES_MS;
  readonly principal?: PrincipalId;
  readonly atTerminal?: boolean;
  readonly key?: KeyId;
}

/** A ticket to be, and its token, which is nowhere kept; those that have expired go at its making. */
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

/** The ticket of a token, where it is good for this purpose now. */
export async function findTicket(
  ctx: Context,
  { token, purpose }: { readonly token: string; readonly purpose: Ticket["purpose"] },
): Promise<Ticket | undefined> {
  const ticket = await ctx.store.findTicket(ctx.digest.text(token));
  const isGood = ticket?.purpose === purpose && ticket.expiresAt > nowOf(ctx);
  return isGood ? ticket : undefined;
}

/** Uses the ticket up; of several who try, one commits. */
export function takeTicket(ctx: Context, { hash }: Ticket): Write {
  return { type: "ticket.take", hash, at: nowOf(ctx) };
}

/**
 * Notes that an answer of a passkey has proved something, in the commit of what it proved: of two
 * that note the same one commits. It names nobody, so that it outlives what is dropped of a person.
 */
export function usedAssertion(ctx: Context, workspace: WorkspaceId, mark: string): Ticket {
  const expiresAt = toTimestamp(ctx.clock.now() + USED_MS);
  return { workspace, hash: ctx.digest.text(mark), purpose: "used_assertion", expiresAt };
}

/**
 * Drops what is for a person whose key is revoked: a link that somebody else has taken along must not
 * let them in again. A link that they made for another falls with the key they made it by.
 */
export function dropTicketsOf({ id, kind }: Principal): readonly Write[] {
  return kind === "person" ? [{ type: "ticket.drop", of: id }] : [];
}
