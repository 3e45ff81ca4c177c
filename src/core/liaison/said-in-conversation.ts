import type { Message } from "../../domain/conversation.ts";
import { EarshotError } from "../../domain/errors.ts";
import { ownConversation, type PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/principal.ts";
import type { Change, CommitResult } from "../../ports/store.ts";
import type { Context } from "../context.ts";
import { spoken } from "./speak.ts";

type Part = Pick<Change, "writes" | "events">;

const NOTHING: Part = { writes: [], events: [] };

/** Each lost race means that something else was said in the conversation at the same moment. */
const MAX_RACES = 8;

type Said = Pick<Message, "id" | "conversation" | "text" | "from" | "createdAt"> & {
  readonly agent: PrincipalId;
};

/**
 * Commits a message. Where it is said in a conversation of the liaison by the person it is held with, it is
 * their words there, such as a reply in a chat to what was answered already.
 */
export async function commitSaid(
  ctx: Context,
  caller: Caller,
  { message, change }: { readonly message: Said; readonly change: Change },
): Promise<CommitResult> {
  for (let race = 0; race < MAX_RACES; race++) {
    const heard = await saidToLiaison(ctx, caller, message);
    const done = await ctx.commit({
      ...change,
      writes: [...change.writes, ...heard.writes],
      events: [...change.events, ...heard.events],
    });
    if (done.outcome !== "conflict" || heard === NOTHING) return done;
  }
  throw new EarshotError(
    "CONFLICT",
    `Conversation ${message.conversation} kept changing. Try again.`,
  );
}

async function saidToLiaison(ctx: Context, caller: Caller, message: Said): Promise<Part> {
  const { principal } = caller;
  const { conversation, agent, id, text, from, createdAt: at } = message;
  // An agent's own conversation is never the liaison's: no look into the store for most messages.
  if (principal.kind !== "person" || conversation === ownConversation(agent)) return NOTHING;
  const liaison = await ctx.store.findLiaison(principal.workspace, conversation);
  const isTheirs = liaison?.person === principal.id && liaison.erasedAt === undefined;
  if (liaison === undefined || !isTheirs) return NOTHING;
  const words = { id, content: text, via: from.via, at, actor: principal.id };
  return await spoken(ctx, liaison, words);
}
