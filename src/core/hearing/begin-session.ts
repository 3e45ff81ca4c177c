import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { type AgentProfile, isServed } from "../../domain/sessions/agent-profile.ts";
import type { SessionPlace } from "../../domain/sessions/session.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { addressesOf, addressName } from "../call/people-cache.ts";
import { startSession } from "../sessions/start-session.ts";
import { orRefused } from "./to-request.ts";
import { refusal, type Told } from "./told.ts";
import { optionsOf, whoDid } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

interface How {
  /** A person must confirm it first. */
  readonly isPending?: boolean;
}

interface Served {
  readonly profile: AgentProfile;
  readonly name: string;
}

/**
 * Begins a session of the agent served in this chat, or of the one named at the start of the text.
 * Undefined if no agent is served here.
 */
export async function beginHere(
  ctx: Context,
  caller: Caller,
  { event, isPending = false }: How & { readonly event: Said },
): Promise<Told | undefined> {
  const agents = (await served(ctx, caller.principal.workspace)).filter(isServedAt(event));
  if (agents.length === 0 || event.text.trim() === "") return undefined;
  const names = agents.map(({ name }) => name);
  const named = agents.find(isNamedIn(event));
  const agent = agents.length === 1 ? agents[0] : named;
  if (agent === undefined) {
    const [first = ""] = names;
    return refusal({ name: "agents.several", values: { names: names.join(", "), first } });
  }
  return await begin(ctx, caller, { event, agent: agent.name, isPending });
}

/**
 * Lets people decide whether to begin a session of the agent that talks in the thread, or is served
 * in the chat. Words of unlinked accounts are ignored.
 */
export async function offerHere(
  ctx: Context,
  event: Said,
  agent: PrincipalId | undefined,
): Promise<void> {
  const caller = await whoDid(ctx, event);
  if (caller === undefined) return;
  if (agent === undefined) await beginHere(ctx, caller, { event, isPending: true });
  else await beginOf(ctx, caller, { event, agent, isInTalk: true, isPending: true });
}

/** Begins a session of this agent; undefined if no host registered it, or not for this chat. */
export async function beginOf(
  ctx: Context,
  caller: Caller,
  given: How & {
    readonly event: Said;
    readonly agent: PrincipalId;
    /** It already talks in this thread, so whatever is said there is for it. */
    readonly isInTalk: boolean;
  },
): Promise<Told | undefined> {
  const { event, agent, isInTalk, isPending = false } = given;
  const agents = await served(ctx, caller.principal.workspace);
  const found = agents.find(({ profile }) => profile.agent === agent);
  if (event.text.trim() === "") return undefined;
  if (found === undefined || !(isInTalk || isServedAt(event)(found))) return undefined;
  return await begin(ctx, caller, { event, agent: found.name, isPending });
}

async function served(ctx: Context, workspace: WorkspaceId): Promise<readonly Served[]> {
  const profiles = await ctx.store.listAgentProfiles(workspace);
  const agents = profiles.map(async (profile): Promise<readonly Served[]> => {
    const who = await ctx.people.find(workspace, profile.agent);
    return who === undefined ? [] : [{ profile, name: who.name }];
  });
  return (await Promise.all(agents)).flat();
}

function isServedAt({ address: { channel, chatId }, isDirect }: Said) {
  const place = { channel, chatId, isDirect: isDirect === true };
  return ({ profile }: Served) => isServed(profile, place);
}

/** Whether it begins with the name of an agent served here, and so is for that agent. */
export async function namesAgentHere(ctx: Context, caller: Caller, event: Said): Promise<boolean> {
  const agents = (await served(ctx, caller.principal.workspace)).filter(isServedAt(event));
  return agents.some(isNamedIn(event));
}

function isNamedIn({ text }: Said) {
  return ({ name }: Served) => name.toLowerCase() === firstWord(text);
}

function firstWord(text: string): string {
  const [word = ""] = text.trim().split(/[\s:,]/, 1);
  return word.replace(/^@/, "").toLowerCase();
}

async function begin(
  ctx: Context,
  caller: Caller,
  { event, agent, isPending }: How & { readonly event: Said; readonly agent: string },
): Promise<Told> {
  const { workspace } = caller.principal;
  if (!(await isLinkedChat(ctx, workspace, event))) return notLinked(event);
  const found = isPending === true ? { pending: true, saidAt: toTimestamp(event.atMs) } : {};
  const input = { agent, text: event.text, place: placeOf(event), ...found };
  return await orRefused(event, async () => {
    await startSession(ctx, caller, { input, options: optionsOf(event) });
    return {};
  });
}

function placeOf({ address, messageId, opensThread }: Said): SessionPlace {
  const { channel, chatId } = address;
  const threadId = address.threadId ?? (opensThread === true ? messageId : undefined);
  return { channel, chatId, messageId, ...present({ threadId }) };
}

/** An agent speaks only in linked chats, so it begins nowhere else. */
async function isLinkedChat(
  { people, store }: Context,
  workspace: WorkspaceId,
  { address }: Said,
): Promise<boolean> {
  const name = addressName(address, undefined);
  if ((await people.addresses(workspace)).has(name)) return true;
  // Another node may have linked it a moment ago.
  return (await addressesOf(store, workspace)).has(name);
}

function notLinked({ address: { channel, chatId } }: Said): Told {
  return refusal({ name: "chat.unlinked", values: { channel, chat: chatId } });
}
