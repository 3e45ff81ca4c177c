import { isEarshotError } from "../../domain/errors.ts";
import type { ConversationId, MessageId, RequestId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { answerFromText } from "../../domain/requests/answer-from-text.ts";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { ContinueConversationInput, LiaisonReply } from "../../ports/earshot/liaison.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { assertOwnWords, findLiaison } from "../liaison-changes/liaison-access.ts";
import { spoken } from "../liaison-changes/speak.ts";
import { plannedChange } from "../requests/change-request.ts";
import { type Attached, attached, type Received, received, withFiles } from "./attached.ts";
import { replyAfter } from "./reply-after.ts";

/**
 * The person's next words, which answer an open question if there is one. Returns once the liaison
 * replied.
 */
export async function continueConversation(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ContinueConversationInput>,
): Promise<LiaisonReply> {
  const { conversation_id: id } = input;
  const { workspace } = caller.principal;
  assertOwnWords(await findLiaison(ctx, caller, id), caller);
  const call: CallIdentity = { caller, operation: "continueConversation", input, options };
  const said = await sayOnce(ctx, call, {
    conversation: id,
    received: received(input.message, input.attachments),
  });
  return await replyAfter(ctx, { workspace, id, said });
}

interface ToSay {
  readonly received: Received;
  readonly request?: RequestId;
}

interface SaidInChat {
  readonly conversation_id: ConversationId;
  readonly message: string;
  readonly files: Received["pieces"];
  /** The question that they answer, if it is still open. */
  readonly request?: RequestId;
}

/** What a person says in a chat, with the files that came with it. The reply is made later. */
export async function sayInChat(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<SaidInChat>,
): Promise<void> {
  const { conversation_id: conversation, message, files, request } = input;
  assertOwnWords(await findLiaison(ctx, caller, conversation), caller);
  const told = files.map(({ name, bytes }) => ({ name, size: bytes.length }));
  const call: CallIdentity = {
    caller,
    operation: "continueConversation",
    input: { conversation, message, files: told },
    options,
  };
  await sayOnce(ctx, call, {
    conversation,
    received: withFiles(received(message), files),
    ...present({ request }),
  });
}

/** The exchange of the words, whether said now or by an earlier equal call. */
async function sayOnce(
  ctx: Context,
  call: CallIdentity,
  { conversation, ...said }: ToSay & { readonly conversation: ConversationId },
): Promise<MessageId> {
  return await commitCall(ctx, call, {
    thing: `Conversation ${conversation}`,
    async plan() {
      const liaison = await findLiaison(ctx, call.caller, conversation);
      const { writes, events } = await sayingChange(ctx, call, { liaison, ...said });
      const id = saidIn(writes, liaison);
      return {
        done: () => id,
        result: id,
        change: { workspace: liaison.workspace, writes, events },
      };
    },
    replay: (id) => id as MessageId,
  });
}

/** The result is an id, not a position, because keys without age are kept for good. */
function saidIn(writes: readonly Write[], { exchanges }: Liaison): MessageId {
  const put = writes.find((write) => write.type === "liaison.put");
  const said = put?.liaison.exchanges[exchanges.length];
  if (said === undefined) throw new Error("Nothing was said.");
  return said.id;
}

async function sayingChange(
  ctx: Context,
  { caller, options }: CallIdentity,
  { liaison, received, request }: ToSay & { readonly liaison: Liaison },
): Promise<Pick<Change, "writes" | "events">> {
  const by = actorOf(caller, options?.via);
  const at = nowOf(ctx);
  const { id: owner, workspace } = liaison;
  const kept = await attached(ctx, { workspace, owner, at }, received.pieces);
  const saying: Saying = {
    liaison,
    message: received.words,
    by,
    at,
    kept,
    ...present({ request }),
  };
  return (await answering(ctx, saying)) ?? (await telling(ctx, saying));
}

interface Saying {
  readonly liaison: Liaison;
  readonly message: string;
  readonly by: Actor;
  readonly at: Timestamp;
  readonly kept: Attached;
  readonly request?: RequestId;
}

async function telling(
  ctx: Context,
  { liaison, message, by, at, kept }: Saying,
): Promise<Pick<Change, "writes" | "events">> {
  const id = ctx.ids.next("msg");
  const { workspace } = liaison;
  const said = await spoken(ctx, liaison, {
    id,
    content: message,
    via: by.via,
    attachments: kept.attachments,
    at,
    actor: by.principal,
  });
  const row = {
    id,
    workspace,
    conversation: liaison.id,
    from: by,
    text: message,
    salt: ctx.ids.salt(),
    createdAt: at,
  };
  return {
    ...said,
    writes: [...said.writes, { type: "message.insert", message: row }, ...kept.writes],
  };
}

/** What the worker waits for comes before what the liaison has asked. */
async function openQuestion(
  ctx: Context,
  { workspace, request, workerAsks = [] }: Liaison,
  answered: RequestId | undefined,
): Promise<OpenQuestion | undefined> {
  const asked = request === undefined ? workerAsks : [...workerAsks, request];
  const first = asked.filter((id) => id === answered);
  for (const id of [...first, ...asked]) {
    const open = await ctx.store.findRequest(workspace, id);
    if (open?.status === "open" && open.kind === "question") return open;
  }
  return undefined;
}

/** The change that answers the person's open question; undefined if there is none. */
async function answering(
  ctx: Context,
  { liaison, message, by, at, kept, request }: Saying,
): Promise<Pick<Change, "writes" | "events"> | undefined> {
  const open = await openQuestion(ctx, liaison, request);
  if (open === undefined) return undefined;
  const answer = answerOrText(open.question.form, message);
  return await plannedChange(ctx, open, {
    plan: {
      event: { type: "answer", answer, by },
      logged: ({ salt }) => ({
        type: "request.answered",
        data: { digest: ctx.digest.content(salt, answer), via: by.via },
      }),
      also: { writes: kept.writes, events: [] },
      ...present({ attachments: kept.attachments }),
    },
    now: at,
    actor: by.principal,
  });
}

/** Every question of the liaison accepts words, so JSON of the wrong shape counts as words too. */
function answerOrText(form: Parameters<typeof answerFromText>[0], message: string) {
  try {
    const answer = answerFromText(form, message);
    return "fields" in answer ? { text: message } : answer;
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return { text: message };
    throw error;
  }
}
