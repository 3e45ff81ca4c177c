import { ownConversation } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Attachment, Liaison } from "../../domain/liaison/liaison.ts";
import { moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import { type Answer, type Form, pickedText } from "../../domain/requests/question.ts";
import type { ClosedRequest, QuestionRequest, Request } from "../../domain/requests/request.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { mayBeLiaisons } from "../callers/liaison-agent.ts";
import { liaisonChange } from "../liaison-changes/liaison-change.ts";
import { spoken } from "../liaison-changes/speak.ts";
import { workerAnswered } from "../liaison-changes/worker-asks.ts";

type Part = Pick<Change, "writes" | "events">;

const NOTHING: Part = { writes: [], events: [] };

/**
 * Closes a question of the liaison in the same commit. The answer becomes the person's words in the
 * conversation, wherever it was given. Any other end leaves the conversation without a question.
 */
export async function liaisonClosing(
  ctx: Context,
  request: Request,
  attachments?: readonly Attachment[],
): Promise<Part> {
  if (request.kind !== "question" || request.status === "open") return NOTHING;
  // An agent asks in its own conversation, or in that of its task.
  const isOwn = request.conversation === ownConversation(request.agent);
  if (isOwn && !mayBeLiaisons(request)) return NOTHING;
  const liaison = await ctx.store.findLiaison(request.workspace, request.conversation);
  if (liaison === undefined || liaison.erasedAt !== undefined) return NOTHING;
  if (!isAskedIn(liaison, request)) return NOTHING;
  if (liaison.workerAsks?.includes(request.id) === true) {
    if (request.status !== "answered") return await closed(ctx, liaison, request);
    const content = wordsOfAnswer(request.question.form, request.answer);
    return await workerAnswered(ctx, liaison, { request, content });
  }
  return request.status === "answered"
    ? await spoken(ctx, liaison, { ...wordsOf(ctx, request), attachments })
    : await closed(ctx, liaison, request);
}

/**
 * An operator may have made a key for an agent of the liaison's name. What that agent asks is no
 * conversation.
 */
function isAskedIn({ exchanges }: Liaison, { id }: Request): boolean {
  return exchanges.some(({ role, request }) => role === "assistant" && request === id);
}

function wordsOf(ctx: Context, request: Extract<QuestionRequest, { status: "answered" }>) {
  const { id, question, answer, closedAt: at, closedBy } = request;
  return {
    id: ctx.ids.next("msg"),
    request: id,
    at,
    content: wordsOfAnswer(question.form, answer),
    via: closedBy.via,
    actor: closedBy.principal,
  };
}

/** Form fields as lines of `detail: value`, as people write them, and the note unchanged. */
export function wordsOfAnswer(form: Form, answer: Answer): string {
  if ("text" in answer) return answer.text;
  const picked =
    "fields" in answer && form.kind === "fields" ? fieldLines(answer.fields) : [pickedText(answer)];
  return [...picked, ...(answer.note === undefined ? [] : [answer.note])].join("\n");
}

function fieldLines(fields: JsonObject): readonly string[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== "" && value !== null)
    .map(
      ([topic, value]) => `${topic}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
}

async function closed(ctx: Context, before: Liaison, request: ClosedRequest): Promise<Part> {
  const isOpen = before.request === request.id || before.workerAsks?.includes(request.id) === true;
  if (!isOpen) return NOTHING;
  const at = request.closedAt;
  const after = moveLiaison(before, { type: "ask_closed", request: request.id }, at);
  return await liaisonChange(ctx, { before, after, at });
}
