import { ownConversation, type RequestId } from "../../domain/id.ts";
import type { Exchange, Liaison } from "../../domain/liaison/liaison.ts";
import { moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import type { OpenQuestion, QuestionRequest } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { liaisonChange } from "./liaison-change.ts";
import { exchangeOf, type Words } from "./speak.ts";

type Part = Pick<Change, "writes" | "events">;

const NOTHING: Part = { writes: [], events: [] };

/** A question that a worker asks in its task's conversation comes into it, in the commit that asks. */
export async function workerAsking(ctx: Context, request: OpenQuestion): Promise<Part> {
  const { workspace, conversation, agent, agentName, createdAt: at, to } = request;
  if (conversation === ownConversation(agent)) return NOTHING;
  const before = await ctx.store.findLiaison(workspace, conversation);
  if (before === undefined || before.erasedAt !== undefined) return NOTHING;
  const mayWork = before.published > 0 && (before.worker?.agent ?? agent) === agent;
  if (!mayWork || !to.includes(before.personName)) return NOTHING;
  const exchange: Exchange = {
    ...assistantSaying(ctx, before, { content: questionText(agentName, request), at }),
    request: request.id,
  };
  const event = { type: "worker_asked", exchange, request: request.id } as const;
  return await liaisonChange(ctx, { before, after: moveLiaison(before, event, at), at });
}

interface Answered {
  readonly request: QuestionRequest & { readonly status: "answered" };
  readonly content: string;
}

/** What the person answered stands in the conversation, and is no word about the task. */
export async function workerAnswered(
  ctx: Context,
  before: Liaison,
  { request, content }: Answered,
): Promise<Part> {
  const { id, closedAt: at, closedBy, agentName } = request;
  const { via, principal: actor } = closedBy;
  const words = { id: ctx.ids.next("msg"), request: id, at, content, via, actor };
  return await saidToWorker(ctx, before, { words, request: id, to: agentName });
}

/** What the person says to a question of the worker's, in time or late. */
export async function saidToWorker(
  ctx: Context,
  before: Liaison,
  {
    words,
    request,
    to,
  }: { readonly words: Words; readonly request: RequestId; readonly to: string },
): Promise<Part> {
  const { at, actor } = words;
  const said: Exchange = { ...exchangeOf(before, words), with: "worker" };
  const passedOn = assistantSaying(ctx, before, { content: `→ ${to}`, at });
  const event = { type: "worker_answered", said: [said, passedOn], request } as const;
  return await liaisonChange(ctx, { before, after: moveLiaison(before, event, at), at, actor });
}

function assistantSaying(
  ctx: Context,
  { phase, round }: Liaison,
  { content, at }: { readonly content: string; readonly at: Timestamp },
): Exchange {
  const id = ctx.ids.next("msg");
  return { id, role: "assistant", content, timestamp: at, phase, round, with: "worker" };
}

function questionText(name: string, { question }: OpenQuestion): string {
  const { form } = question;
  const labels = "options" in form ? form.options.map(({ label }) => label) : [];
  const options = labels.length === 0 ? "" : ` (${labels.join(", ")})`;
  return `${name}: ${question.text}${options}`;
}
