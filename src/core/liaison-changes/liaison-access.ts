import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";

/**
 * Finds a conversation that the caller may see: its person, owners, whom its person shares it with, and
 * services. An agent sees its own tasks and those that nobody has taken.
 */
export async function findLiaison(
  ctx: Context,
  caller: Caller,
  id: ConversationId,
): Promise<Liaison> {
  const liaison = await ctx.store.findLiaison(caller.principal.workspace, id);
  if (liaison === undefined || !maySee(caller, liaison)) throw notFound("conversation", id);
  return liaison;
}

export function maySee(caller: Caller, liaison: Liaison): boolean {
  const { worker, agent, published } = liaison;
  const { endUser } = caller;
  if (endUser !== undefined) {
    const isWithin = (endUser.conversation ?? liaison.id) === liaison.id;
    return isWithin && liaison.person === caller.principal.id;
  }
  const { principal } = caller;
  const { id } = principal;
  if (principal.kind === "person") {
    const isShared = liaison.sharedWith?.some((one) => one.id === id) === true;
    return liaison.person === id || principal.role === "owner" || isShared;
  }
  if (seesAll(caller)) return true;
  return worker === undefined ? published > 0 || agent === id : worker.agent === id;
}

/** Throws NOT_FOUND for the words of a conversation of the liaison that the person may not read. */
export async function assertReadable(
  ctx: Context,
  caller: Caller,
  id: ConversationId,
): Promise<void> {
  if (caller.principal.kind !== "person") return;
  const liaison = await ctx.store.findLiaison(caller.principal.workspace, id);
  if (liaison !== undefined && !maySee(caller, liaison)) throw notFound("conversation", id);
}

/** The person who speaks for themselves. Throws NOT_ALLOWED for agents and services. */
export function asSpeaker(caller: Caller): PersonPrincipal {
  const { principal } = caller;
  if (principal.kind !== "person") {
    throw new EarshotError(
      "NOT_ALLOWED",
      `"${principal.name}" is a ${principal.kind}, and nobody speaks for a person. Have the person say it with a key, in their inbox or in a linked chat; a service sends a token of its user (Earshot-End-User); a worker reports with task_progress and task_completed.`,
      { details: { kind: principal.kind, reason: "not_a_person" } },
    );
  }
  requireRight(caller, "tell");
  return principal;
}

/** Throws NOT_ALLOWED unless the conversation is the caller's own. */
export function assertOwnWords(liaison: Liaison, caller: Caller): void {
  const person = asSpeaker(caller);
  assertWithinToken(caller, liaison.id);
  if (liaison.person === person.id) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `The conversation ${liaison.id} is held with ${liaison.personName}, and only they can continue it. Begin one of your own.`,
    { details: { id: liaison.id, reason: "not_their_words" } },
  );
}

/** A token that names a conversation is good for no other, and begins none. */
export function assertWithinToken({ endUser }: Caller, id?: ConversationId): void {
  const bound = endUser?.conversation;
  if (bound === undefined || bound === id) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `The token of this end user is good for the conversation ${bound} alone. Get one without a conversation.`,
    { details: { reason: "end_user_token" } },
  );
}
