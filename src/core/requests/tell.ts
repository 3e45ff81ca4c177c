import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId, MessageId, RequestId } from "../../domain/id.ts";
import { MAX_NAME_LENGTH } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { Request } from "../../domain/requests/request.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { PageInput } from "../../ports/earshot/call.ts";
import type { Transcript } from "../../ports/earshot/conversations.ts";
import type { TellInput } from "../../ports/earshot/earshot.ts";
import type { Change } from "../../ports/store/store.ts";
import {
  actorOf,
  conversationFor,
  conversationOf,
  findConversation,
  notFound,
} from "../call/access.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { onceOf } from "../call/once.ts";
import { pageLimit, toPage } from "../call/page.ts";
import type { Given } from "../call/use-case.ts";
import { commitSaid } from "../closing/say-in-conversation.ts";
import { assertReadable } from "../liaison-changes/liaison-access.ts";
import { messageWrites } from "./mailbox.ts";

/** Says something that needs no answer: an agent to people, or people to an agent. */
export async function tell(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<TellInput>,
): Promise<Message> {
  requireRight(caller, "tell");
  checkNotBlank(input.text, "message");
  checkText(input.text, "message");
  const { id: conversation, agent } = await placeOf(ctx, caller, input);
  const message: Message = {
    id: ctx.ids.next("msg"),
    workspace: caller.principal.workspace,
    conversation,
    from: actorOf(caller, options?.via),
    text: input.text,
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
  };
  const once = onceOf(ctx, { caller, operation: "tell", input, options }, message.id);
  const change: Change = {
    workspace: message.workspace,
    ...present({ once }),
    writes: [
      { type: "message.insert", message },
      ...messageWrites(message, { agent, by: caller.principal }),
    ],
    events: [
      {
        type: "message.created",
        at: message.createdAt,
        actor: caller.principal.id,
        subject: message.id,
        ...present({ agent: agent === caller.principal.id ? undefined : agent }),
        data: { digest: ctx.digest.content(message.salt, message.text) },
      },
    ],
  };
  return await commitSaid(ctx, caller, {
    message: { ...message, agent },
    change,
    done: () => message,
    replay: (id) => showMessage(ctx, caller, { id: id as MessageId }),
  });
}

async function placeOf(ctx: Context, caller: Caller, { conversation, agent }: TellInput) {
  if (agent === undefined) return await conversationFor(ctx, caller, conversation);
  if (conversation === undefined) return await conversationOf(ctx, caller, agent);
  throw new EarshotError("INVALID_INPUT", "Name an agent or a conversation, not both.");
}

/** Opens a conversation beside the one every agent has. */
export async function startConversation(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly title: string }>,
): Promise<Conversation> {
  requireRight(caller, "tell");
  if (caller.principal.kind === "person") {
    throw new EarshotError(
      "NOT_ALLOWED",
      "Only the agent that a conversation belongs to opens it. Say something in an existing one.",
    );
  }
  checkNotBlank(input.title, "title");
  checkText(input.title, "title", MAX_NAME_LENGTH * 4);
  const conversation: Conversation = {
    id: ctx.ids.next("cnv"),
    workspace: caller.principal.workspace,
    agent: caller.principal.id,
    title: input.title,
    createdAt: nowOf(ctx),
  };
  const call = { caller, operation: "startConversation", input, options };
  const { result, replayed } = await commitOnce(ctx, call, {
    result: conversation.id,
    change: {
      workspace: conversation.workspace,
      writes: [{ type: "conversation.insert", conversation }],
      events: [
        {
          type: "conversation.created",
          at: conversation.createdAt,
          actor: caller.principal.id,
          subject: conversation.id,
        },
      ],
    },
  });
  return replayed ? await findConversation(ctx, caller, result as ConversationId) : conversation;
}

export async function showMessage(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: MessageId },
): Promise<Message> {
  requireRight(caller, "read");
  const message = await ctx.store.findMessage(caller.principal.workspace, id);
  if (message === undefined) throw notFound("message", id);
  if (message.from.principal === caller.principal.id) return message;
  try {
    await findConversation(ctx, caller, message.conversation);
    await assertReadable(ctx, caller, message.conversation);
  } catch {
    throw notFound("message", id);
  }
  return message;
}

/** The conversation with its messages and requests in order of time. */
export async function showConversation(
  ctx: Context,
  caller: Caller,
  input: { readonly id: ConversationId } & PageInput,
): Promise<Transcript> {
  requireRight(caller, "read");
  const limit = pageLimit(input.limit);
  const conversation = await findConversation(ctx, caller, input.id);
  await assertReadable(ctx, caller, conversation.id);
  const { workspace } = conversation;
  const after = input.cursor === undefined ? {} : cursorBody(input.cursor);
  const messages = await ctx.store.listMessages({
    workspace,
    conversation: conversation.id,
    ...present<{ after: MessageId | undefined }>({
      after: after.body === undefined ? undefined : `msg_${after.body}`,
    }),
    limit: limit + 1,
  });
  const requests = await ctx.store.listRequests({
    workspace,
    conversation,
    ...present<{ after: RequestId | undefined }>({
      after: after.body === undefined ? undefined : `req_${after.body}`,
    }),
    order: "oldest",
    limit: limit + 1,
  });
  const entries: (Message | Request)[] = [...messages, ...requests];
  entries.sort((a, b) => (bodyOf(a.id) < bodyOf(b.id) ? -1 : 1));
  return { conversation, entries: toPage(entries.slice(0, limit + 1), limit) };
}

/** The part after the prefix sorts by time in ids of every kind. */
function bodyOf(id: string): string {
  return id.slice("msg_".length);
}

function cursorBody(cursor: string): { body?: string } {
  if (!/^(msg|req)_[0-9a-z]{26}$/.test(cursor)) {
    throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
  }
  return { body: bodyOf(cursor) };
}
