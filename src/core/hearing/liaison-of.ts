import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { type ConversationId, ownConversation } from "../../domain/id.ts";
import type { Context } from "../call/context.ts";

/** The liaison's conversation that this post belongs to. What is said to the post is said there. */
export async function liaisonOf(
  { store }: Context,
  { workspace, item, agent }: Delivery,
): Promise<ConversationId | undefined> {
  const posted = isOfRequest(item)
    ? await store.findRequest(workspace, item)
    : await store.findMessage(workspace, item);
  // An agent's own conversation is never the liaison's, so most posts need no further read of the
  // store.
  if (posted === undefined || posted.conversation === ownConversation(agent)) return undefined;
  const liaison = await store.findLiaison(workspace, posted.conversation);
  return liaison?.agent === agent ? posted.conversation : undefined;
}
