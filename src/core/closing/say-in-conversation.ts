import { ownConversation, type PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { Change } from "../../ports/store/store.ts";
import { commitPlanned } from "../call/commit-call.ts";
import type { Context } from "../call/context.ts";
import { spoken } from "../liaison-changes/speak.ts";

type Part = Pick<Change, "writes" | "events">;

const NOTHING: Part = { writes: [], events: [] };

type Said = Pick<Message, "id" | "conversation" | "text" | "from" | "createdAt"> & {
  readonly agent: PrincipalId;
};

interface Saying<T> {
  readonly message: Said;
  readonly change: Change;
  /** Called once it is committed, for what the caller gets. */
  readonly done: () => T;
  /** What the call with this key has said before. */
  readonly replay: (message: string) => T | Promise<T>;
}

/**
 * Commits a message. Where it is said in a conversation of the liaison by the person it is held with, it is
 * their words there, such as a reply in a chat to what was answered already.
 */
export async function commitSaid<T>(
  ctx: Context,
  caller: Caller,
  { message, change, done, replay }: Saying<T>,
): Promise<T> {
  return await commitPlanned<T>(ctx, {
    thing: `Conversation ${message.conversation}`,
    async plan() {
      const heard = await saidToLiaison(ctx, caller, message);
      return {
        done,
        change: {
          ...change,
          writes: [...change.writes, ...heard.writes],
          events: [...change.events, ...heard.events],
        },
      };
    },
    replay,
  });
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
