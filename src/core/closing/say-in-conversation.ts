import { ownConversation, type PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { Change } from "../../ports/store/store.ts";
import { commitPlanned } from "../call/commit-call.ts";
import type { Context } from "../call/context.ts";
import { spoken } from "../liaison-changes/speak.ts";
import { saidToWorker } from "../liaison-changes/worker-asks.ts";

type Part = Pick<Change, "writes" | "events">;

const NOTHING: Part = { writes: [], events: [] };

type Said = Pick<
  Message,
  "id" | "conversation" | "text" | "from" | "createdAt" | "lateAnswerTo" | "corrects"
> & {
  readonly agent: PrincipalId;
};

interface Saying<T> {
  readonly message: Said;
  readonly change: Change;
  /** Called after the commit; makes what the caller gets. */
  readonly done: () => T;
  /** Makes the same from the message that an earlier call with this key stored. */
  readonly replay: (message: string) => T | Promise<T>;
}

/**
 * Commits a message. In a conversation of the liaison, what its own person says also counts as
 * their words there, for example a late reply in a chat.
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
  // An agent's own conversation is never the liaison's, so most messages need no read of the store.
  if (principal.kind !== "person" || conversation === ownConversation(agent)) return NOTHING;
  const liaison = await ctx.store.findLiaison(principal.workspace, conversation);
  const isTheirs = liaison?.person === principal.id && liaison.erasedAt === undefined;
  if (liaison === undefined || !isTheirs) return NOTHING;
  const words = { id, content: text, via: from.via, at, actor: principal.id };
  // To a question of the worker's, which has it in its mailbox: it is no word about the task.
  const request = message.lateAnswerTo ?? message.corrects;
  if (request === undefined || agent === liaison.agent) return await spoken(ctx, liaison, words);
  const to = (await ctx.people.find(liaison.workspace, agent))?.name ?? "";
  return await saidToWorker(ctx, liaison, { words: { ...words, request }, request, to });
}
