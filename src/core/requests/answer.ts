import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { checkedAnswer } from "../../domain/requests/answer-check.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import { type Answer, answerText } from "../../domain/requests/question.ts";
import type { AnsweredRequest, Request } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { checkText } from "../../domain/text.ts";
import type { AnswerInput } from "../../ports/earshot/requests.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf, findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import { onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { mayBeLiaisons } from "../callers/liaison-agent.ts";
import { wordsOfAnswer } from "../closing/liaison-answered.ts";
import { commitSaid } from "../closing/say-in-conversation.ts";
import { assertTheirWords } from "../closing/their-words.ts";
import { uploadedFor } from "../content/request-files.ts";
import { changeRequest } from "./change-request.ts";
import { type DecisionPlan, type Holding, held } from "./hold.ts";
import { messageWrites } from "./mailbox.ts";

/**
 * Answers an open request. The first valid answer wins. A later one throws REQUEST_CLOSED, which
 * names the winner, and its text is kept as a message.
 */
export async function answer(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AnswerInput>,
): Promise<Request> {
  requireRight(caller, "answer");
  const { id, answer, undoMs } = input;
  const call: CallIdentity = { caller, operation: "answer", input, options };
  try {
    const plan = (request: Request) => planAnswer(ctx, call, { request, input: { id, answer } });
    const kept = { id, answer } as unknown as JsonObject;
    const holding: Holding = { does: "answer", undoMs, input: kept, plan };
    return await changeRequest(ctx, call, { id, plan: held(call, holding) });
  } catch (error) {
    if (isEarshotError(error, "REQUEST_CLOSED")) {
      const request = await findRequest(ctx, caller, id as RequestId);
      await keepLate(ctx, call, {
        request,
        said: { text: lateText(request, answer), lateAnswerTo: request.id },
      });
    }
    throw error;
  }
}

/** Repeats the answer that a person gave to the same question of another agent. */
export async function answerAlike(
  ctx: Context,
  caller: Caller,
  {
    id,
    like: { answer, closedBy: by },
  }: { readonly id: RequestId; readonly like: AnsweredRequest },
): Promise<Request> {
  requireRight(caller, "answer");
  const options = { idempotencyKey: `rider:${id}` };
  const input = { id, answer };
  const call: CallIdentity = { caller, operation: "answer", input, options };
  return await changeRequest(ctx, call, {
    id,
    plan: (request) => planAnswer(ctx, call, { request, input, by }),
  });
}

interface Answering {
  readonly request: Request;
  readonly input: Omit<AnswerInput, "undoMs">;
  /** Whose answer it is; the caller's, where absent. */
  readonly by?: Actor;
}

/** What an answer changes; it is checked against the question's form. */
export async function planAnswer(
  ctx: Context,
  { caller, options }: CallIdentity,
  { request, input: { answer }, by = actorOf(caller, options?.via) }: Answering,
): Promise<DecisionPlan> {
  await assertTheirWords(ctx, caller, { request, answer });
  const kept =
    request.status === "open" && request.kind === "question"
      ? checkedAnswer(request.question, answer, ctx.checkSchema)
      : answer;
  const files = await uploadedFor(ctx, { request, answer: kept });
  return {
    writes: () => files,
    event: { type: "answer", answer: kept, by },
    logged: ({ salt }) => ({
      type: "request.answered",
      data: { digest: ctx.digest.content(salt, kept), via: by.via },
    }),
  };
}

/** Keeps a later correction of the words that answered a closed request, as a message. */
export async function keepCorrection(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId; readonly text: string }>,
): Promise<void> {
  requireRight(caller, "answer");
  const request = await findRequest(ctx, caller, input.id);
  const call: CallIdentity = { caller, operation: "correct", input, options };
  await keepLate(ctx, call, { request, said: { text: input.text, corrects: request.id } });
}

async function keepLate(
  ctx: Context,
  call: CallIdentity,
  {
    request,
    said: words,
  }: {
    readonly request: Request;
    readonly said: Pick<Message, "text" | "lateAnswerTo" | "corrects">;
  },
): Promise<void> {
  const { caller, options } = call;
  const { text } = words;
  checkText(text, "answer");
  const message = {
    id: ctx.ids.next("msg"),
    workspace: request.workspace,
    conversation: request.conversation,
    from: actorOf(caller, options?.via),
    ...words,
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
  };
  const once = onceOf(ctx, call, message.id);
  const change: Change = {
    workspace: request.workspace,
    ...present({ once }),
    writes: [
      { type: "message.insert", message },
      ...messageWrites(message, { agent: request.agent, by: caller.principal }),
    ],
    events: [
      {
        type: "request.answered_late",
        at: message.createdAt,
        actor: caller.principal.id,
        subject: request.id,
        agent: request.agent,
        data: {
          message: message.id,
          digest: ctx.digest.content(message.salt, text),
          via: message.from.via,
        },
      },
    ],
  };
  const said = { ...message, agent: request.agent };
  await commitSaid(ctx, caller, { message: said, change, done: () => {}, replay: () => {} });
}

/** The text of a late answer, as it would read in a conversation of the liaison. */
function lateText(request: Request, answer: Answer): string {
  return request.kind === "question" && mayBeLiaisons(request)
    ? wordsOfAnswer(request.question.form, answer)
    : answerText(answer);
}
