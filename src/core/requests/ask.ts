import { checkToolName } from "../../domain/authority/tool-definition.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Evidence } from "../../domain/evidence/evidence.ts";
import { type ConversationId, ownConversation, type RequestId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import { MAX_QUESTION_EXPIRY_MS, MIN_EXPIRY_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { checkQuestion } from "../../domain/requests/answer-check.ts";
import { formGiven } from "../../domain/requests/form-input.ts";
import type { Question } from "../../domain/requests/question.ts";
import type { OpenQuestion, Waited } from "../../domain/requests/request.ts";
import { waited } from "../../domain/requests/request.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import { MAX_TIME_MS, type Timestamp, toTimestamp } from "../../domain/timestamp.ts";
import type { Joined } from "../../ports/earshot/call.ts";
import type { AskInput } from "../../ports/earshot/requests.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { conversationFor } from "../call/access.ts";
import { type AlreadySo, commitPlanned, type Planned } from "../call/commit-call.ts";
import type { Context } from "../call/context.ts";
import { notifyOf } from "../call/notify-of.ts";
import { type CallIdentity, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { operatorsNamed } from "../deciders/resolve-names.ts";
import { assertAllGiven, bindEvidence, byDigests } from "../evidence/bind-evidence.ts";
import { bringContents } from "../evidence/evidence-contents.ts";
import { workerAsking } from "../liaison-changes/worker-asks.ts";
import { type QuestionDeliveries, questionDeliveries } from "../planning/question-deliveries.ts";
import { answeredByPermission } from "./answer-by-permission.ts";
import { isQuestionJoinable, planAskOrJoin } from "./join.ts";
import { hold } from "./wait.ts";

/**
 * Stores a question, then holds for its answer as long as the caller wants and the limit allows.
 */
export async function ask(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AskInput>,
): Promise<Waited> {
  requireRight(caller, "ask");
  const { holdMs = 0, ...content } = input;
  assertAllGiven(content.evidence);
  const { evidence, pieces } = bindEvidence(ctx, content.evidence);
  const question = questionOf(ctx, content, evidence);
  if (content.tool !== undefined) checkToolName(content.tool);
  checkQuestion(question, ctx.checkSchema);
  const request = await newRequest(ctx, caller, { content, question });
  const named = { ...content, ...present({ evidence: byDigests(ctx, content.evidence) }) };
  const call: CallIdentity = { caller, operation: "ask", input: named, options };
  const contents = await bringContents(ctx, request, pieces);
  const stored = await store(ctx, call, { request, joinKey: content.joinKey, contents });
  if ("waited" in stored) return stored.waited;
  const { id, is, before } = stored;
  const again = before === undefined || is !== "new" ? {} : { askedBefore: before };
  if (holdMs <= 0 && is === "new") return { ...waited(request), ...again };
  const held = await hold(ctx, caller, { id, holdMs, signal: options?.signal });
  return is === "joined" ? { ...held, joined: true } : { ...held, ...again };
}

interface Asked {
  readonly request: OpenQuestion;
  readonly joinKey: string | undefined;
  /** Keeps what people are shown beside it. */
  readonly contents: readonly Write[];
}

type Stored = (Joined & { readonly before?: RequestId }) | { readonly waited: Waited };

async function store(
  ctx: Context,
  call: CallIdentity,
  { request, joinKey, contents }: Asked,
): Promise<Stored> {
  // Checked before joining: nobody waits for what a person answered in advance.
  const standing = await answeredByPermission(ctx, call, request);
  if (standing !== undefined) return standing;
  const plan = planned(ctx, call, { request, contents });
  const joining = () =>
    planAskOrJoin<Stored>(ctx, call, {
      request,
      digest: joinDigest(ctx, request, joinKey),
      isJoinable: isQuestionJoinable(ctx, joinKey),
      plan,
    });
  return await commitPlanned<Stored>(ctx, {
    thing: "The question it joins or shares an answer with",
    plan: request.tool === undefined ? plan : joining,
    replay: (id) => ({ id: id as RequestId, is: "replayed" }),
  });
}

/**
 * A race is lost if the question it would share an answer with has closed. Its answer may also hold
 * for all later ones.
 */
function planned(
  ctx: Context,
  call: CallIdentity,
  asked: Omit<Asked, "joinKey">,
): () => Promise<Planned<Stored> | AlreadySo<Stored>> {
  let isAgain = false;
  return async () => {
    const standing = isAgain ? await answeredByPermission(ctx, call, asked.request) : undefined;
    if (standing !== undefined) return { alreadySo: standing };
    isAgain = true;
    const { change, before } = await askChange(ctx, call, asked);
    return { change, done: () => ({ id: asked.request.id, is: "new", ...present({ before }) }) };
  };
}

function joinDigest(ctx: Context, request: OpenQuestion, joinKey: string | undefined): string {
  const { tool, question, to, conversation } = request;
  return ctx.digest.json(
    joinKey === undefined ? { tool, question, to, conversation } : { joinKey },
  );
}

function questionOf(
  ctx: Context,
  content: Omit<AskInput, "holdMs">,
  evidence: readonly Evidence[],
): Question {
  const { text, context, form, schema, default: offered } = content;
  const made = formGiven({ form, schema }, ctx.digest.json);
  return {
    text,
    ...present({ context }),
    form: made,
    ...present({ default: offered, evidence: evidence.length === 0 ? undefined : evidence }),
  };
}

async function newRequest(
  ctx: Context,
  caller: Caller,
  { content, question }: { content: Omit<AskInput, "holdMs">; question: Question },
): Promise<OpenQuestion> {
  const { id: conversation } = await conversationFor(ctx, caller, content.conversation);
  const to =
    content.to === undefined
      ? await personAskedIn(ctx, caller, content.conversation)
      : await operatorsNamed(ctx, caller, content.to);
  const notify = await notifyOf(ctx, caller, content.notify);
  const nowMs = ctx.clock.now();
  const time = timeOf(nowMs, content);
  return {
    id: ctx.ids.next("req"),
    workspace: caller.principal.workspace,
    kind: "question",
    status: "open",
    agent: caller.principal.id,
    agentName: caller.principal.name,
    conversation,
    to,
    question,
    salt: ctx.ids.salt(),
    createdAt: toTimestamp(nowMs),
    ...time,
    ...present({ tool: content.tool, notify }),
    version: 1,
  };
}

/**
 * If a worker asks in the conversation its task comes from, that conversation's person is asked.
 */
async function personAskedIn(
  ctx: Context,
  { principal }: Caller,
  conversation: ConversationId | undefined,
): Promise<readonly string[]> {
  if (conversation === undefined || conversation === ownConversation(principal.id)) return [];
  const liaison = await ctx.store.findLiaison(principal.workspace, conversation);
  return liaison === undefined ? [] : [liaison.personName];
}

async function askChange(
  ctx: Context,
  call: CallIdentity,
  { request, contents }: Omit<Asked, "joinKey">,
): Promise<Pick<QuestionDeliveries, "before"> & { readonly change: Change }> {
  const once = onceOf(ctx, call, request.id);
  const asked = await questionDeliveries(ctx, request);
  const told = await workerAsking(ctx, request);
  const { insert, deliveries, events, isShown, before } = asked;
  // If another agent asked the same, people already see it.
  const stored = isShown ? transition(request, { type: "deliver" }, request.createdAt) : request;
  const change: Change = {
    workspace: request.workspace,
    ...present({ once }),
    writes: [
      { type: "request.insert", request: { ...stored, version: request.version }, ...insert },
      ...contents,
      ...deliveries,
      ...told.writes,
    ],
    events: [
      {
        type: "request.created",
        at: request.createdAt,
        actor: request.agent,
        subject: request.id,
        data: { digest: ctx.digest.content(request.salt, request.question) },
      },
      ...events,
      ...told.events,
    ],
  };
  return { change, ...present({ before }) };
}

function timeOf(
  nowMs: number,
  { expiresInMs, expiresFrom }: Pick<AskInput, "expiresInMs" | "expiresFrom">,
): Pick<OpenQuestion, "expiresAt" | "lifeMs"> {
  const expiresAt = expiryOf(nowMs, expiresInMs);
  if (expiresAt !== undefined && expiresInMs !== undefined) {
    return expiresFrom === "delivery" ? { lifeMs: Math.ceil(expiresInMs) } : { expiresAt };
  }
  if (expiresFrom === undefined) return {};
  throw new EarshotError("INVALID_INPUT", "Say with expiresInMs how long it has from then on.");
}

function expiryOf(nowMs: number, expiresInMs: number | undefined): Timestamp | undefined {
  if (expiresInMs === undefined) return undefined;
  const isInRange = expiresInMs >= MIN_EXPIRY_MS && expiresInMs <= MAX_QUESTION_EXPIRY_MS;
  if (!Number.isFinite(expiresInMs) || !isInRange) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A question can expire after ${inTime(MIN_EXPIRY_MS)} to ${inTime(MAX_QUESTION_EXPIRY_MS)}; ${expiresInMs} ms is outside that.`,
    );
  }
  return toTimestamp(Math.min(Math.ceil(nowMs + expiresInMs), MAX_TIME_MS));
}
