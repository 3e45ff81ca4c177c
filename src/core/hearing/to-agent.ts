import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { type ConversationId, ownConversation } from "../../domain/id.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { tell } from "../requests/tell.ts";
import { beginHere } from "./begin-session.ts";
import { broughtTo } from "./standing-here.ts";
import { bringsMaterial, toLiaison, wordless } from "./to-liaison.ts";
import { orRefused } from "./to-request.ts";
import { refusal, type Saying, type Told } from "./told.ts";
import { optionsOf } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

const NO_AGENTS = refusal({ name: "nobody.reads" });

/** Words to us that answer nothing: an order to an agent served here, or a message. */
export async function toAnybody(ctx: Context, caller: Caller, event: Said): Promise<Told> {
  if (!event.isToUs) return {};
  return (await beginHere(ctx, caller, { event })) ?? (await toLastAgent(ctx, caller, event));
}

/** To the agent that was last active in this chat. */
async function toLastAgent(ctx: Context, caller: Caller, event: Said): Promise<Told> {
  const { threadId } = event.address;
  for (const delivery of await broughtTo(ctx, caller, event)) {
    if (threadId !== undefined && delivery.address.threadId !== threadId) continue;
    const agent = await agentOf(ctx, delivery);
    if (agent === undefined) continue;
    const say: Saying = { name: "kept.for", values: { agent: agent.name } };
    return { say: [say], ...(await keptFor(ctx, caller, { event, delivery, agent })) };
  }
  return { say: [{ name: "nobody.spoke" }] };
}

/** A reply to something an agent said. */
export async function toAgent(
  ctx: Context,
  caller: Caller,
  { event, delivery }: { readonly event: Said; readonly delivery: Delivery },
): Promise<Told> {
  const agent = await agentOf(ctx, delivery);
  if (agent === undefined) return NO_AGENTS;
  return await keptFor(ctx, caller, { event, delivery, agent });
}

async function agentOf(
  { store }: Context,
  { workspace, agent }: Delivery,
): Promise<AgentPrincipal | undefined> {
  const who = await store.findPrincipal(workspace, agent);
  return who?.kind === "agent" ? who : undefined;
}

interface ToAgent {
  readonly event: Said;
  readonly delivery: Delivery;
  readonly agent: AgentPrincipal;
}

/** Keeps it as a message, or says why it cannot be one. */
async function keptFor(
  ctx: Context,
  caller: Caller,
  { event, delivery, agent }: ToAgent,
): Promise<Told> {
  const conversation = await liaisonOf(ctx, delivery);
  if (conversation !== undefined && bringsMaterial(event)) {
    return await orRefused(event, () => toLiaison(ctx, caller, { event, conversation }));
  }
  if (event.text.trim() === "") return wordless(event);
  const place = conversation === undefined ? { agent: agent.name } : { conversation };
  const input = { text: event.text, ...place };
  return await orRefused(event, async () => {
    await tell(ctx, caller, { input, options: optionsOf(event) });
    return {};
  });
}

/** The liaison's conversation that this post belongs to. What is said to the post is said there. */
async function liaisonOf(
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
