import { EarshotError } from "../../domain/errors.ts";
import { type ConversationId, ownConversation, type RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { seesAll } from "../../domain/people/rights.ts";
import type { Conversation } from "../../domain/requests/conversation.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Actor, Surface } from "../../domain/surface.ts";
import type { Context } from "./context.ts";

/**
 * Finds a request that the caller may see. From outside, another agent's request, another
 * workspace's and a missing one look the same.
 */
export async function findRequest(ctx: Context, caller: Caller, id: RequestId): Promise<Request> {
  const request = await ctx.store.findRequest(caller.principal.workspace, id);
  if (request === undefined || !maySee(caller, request)) throw notFound("request", id);
  return request;
}

/** An end user sees what asks them by name; a token for the liaison says that itself. */
function maySee(caller: Caller, { id, agent, to }: Request): boolean {
  const { principal, endUser } = caller;
  if (endUser?.scopes === undefined) return seesAll(caller) || agent === principal.id;
  return to.includes(principal.name) && (endUser.request ?? id) === id;
}

/**
 * Finds a conversation that the caller may see: an agent sees its own and those whose task it works
 * on.
 */
export async function findConversation(
  ctx: Context,
  caller: Caller,
  id: ConversationId,
): Promise<Conversation> {
  const conversation = await ctx.store.findConversation(caller.principal.workspace, id);
  if (conversation === undefined) throw notFound("conversation", id);
  if (seesAll(caller) || conversation.agent === caller.principal.id) return conversation;
  const liaison = await ctx.store.findLiaison(conversation.workspace, id);
  if (liaison?.worker?.agent === caller.principal.id) return conversation;
  throw notFound("conversation", id);
}

/** A conversation and the agent it belongs to. */
export type Place = Pick<Conversation, "id" | "agent">;

/** The conversation to speak in: the named one, or the agent's own, which needs no look-up. */
export async function conversationFor(
  ctx: Context,
  caller: Caller,
  id: ConversationId | undefined,
): Promise<Place> {
  const { id: agent, kind } = caller.principal;
  const own = ownConversation(agent);
  if (kind !== "person" && (id === undefined || id === own)) return { id: own, agent };
  if (id !== undefined) return await findConversation(ctx, caller, id);
  throw new EarshotError(
    "INVALID_INPUT",
    "Name the agent, or one of its conversations. A person has no conversation of their own.",
    { details: { what: "conversation" } },
  );
}

/** An agent's own conversation, if the caller may see that agent. */
export async function conversationOf(ctx: Context, caller: Caller, name: string): Promise<Place> {
  const { workspace, id } = caller.principal;
  const agent = await ctx.store.findPrincipalByName({ workspace, kind: "agent", name });
  if (agent === undefined || !(seesAll(caller) || agent.id === id)) throw notFound("agent", name);
  return { id: ownConversation(agent.id), agent: agent.id };
}

export function notFound(what: string, id: string): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `There is no ${what} ${id} that this key may see. Check the id, and that the key belongs to the right workspace.`,
    { details: { what, id } },
  );
}

export function actorOf(caller: Caller, via?: Surface): Actor {
  const { id, name } = caller.principal;
  return { principal: id, name, via: surfaceOf(caller, via) };
}

/**
 * Where the caller is. Only a web session is in the inbox, and it is nowhere else. Some places
 * count for more, and a claim alone must not gain that.
 */
function surfaceOf({ web }: Caller, via: Surface = "library"): Surface {
  if (web !== undefined) return "inbox";
  return via === "inbox" ? "http" : via;
}
