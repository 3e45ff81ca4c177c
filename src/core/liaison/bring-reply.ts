import { isEarshotError } from "../../domain/errors.ts";
import type { Evidence } from "../../domain/evidence/evidence.ts";
import { imageType } from "../../domain/evidence/file-type.ts";
import type { Delivery } from "../../domain/hub/delivery.ts";
import { isOwnPlace } from "../../domain/hub/message-rules.ts";
import type { MessageId, RequestId } from "../../domain/id.ts";
import { type Attachment, derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { LIAISON_AGENT } from "../../domain/people/own-agents.ts";
import { present } from "../../domain/present.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import type { Piece } from "../content/put-contents.ts";
import { bringContents } from "../evidence/evidence-contents.ts";
import { messageParts } from "../hub/send.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { takenBack } from "./take-back.ts";

/** How the liaison's words reach the person. */
export interface Brought {
  /** The id of the exchange. */
  readonly message: MessageId;
  /** The question it is asked as, if it wants an answer. */
  readonly request?: RequestId;
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

/**
 * A reply that wants an answer becomes a question, which reaches the person like any other.
 * Anything else is said in the conversation and in the chat they last spoke in. A user of a service
 * has no inbox: all is said there. The previous question is taken back.
 */
export async function bringReply(
  ctx: Context,
  liaison: Liaison,
  { turn, at }: { readonly turn: Turn; readonly at: Timestamp },
): Promise<Brought> {
  const message = ctx.ids.next("msg");
  const by = liaisonActor(liaison);
  // The new question replaces it.
  const former = await takenBack(ctx, liaison, { by, reason: "The conversation has gone on.", at });
  const brought =
    turn.form === undefined || liaison.service !== undefined
      ? await said(ctx, liaison, { id: message, text: turn.say, at })
      : await asked(ctx, liaison, { turn: { ...turn, form: turn.form }, at });
  return {
    message,
    ...present({ request: brought.request }),
    writes: [...former.writes, ...brought.writes],
    events: [...former.events, ...brought.events],
  };
}

type Part = Pick<Brought, "writes" | "events" | "request">;

async function asked(
  ctx: Context,
  liaison: Liaison,
  { turn, at }: { readonly turn: Turn & Required<Pick<Turn, "form">>; readonly at: Timestamp },
): Promise<Part> {
  const { workspace, agent, id: conversation, personName } = liaison;
  const { evidence, pieces } = await besideResult(ctx, liaison, turn.attachments);
  const question = {
    text: titled(turn.say, titleAfter(turn, liaison)),
    form: turn.form,
    ...present({ evidence }),
  };
  const request: OpenQuestion = {
    id: ctx.ids.next("req"),
    workspace,
    kind: "question",
    status: "open",
    agent,
    agentName: LIAISON_AGENT,
    conversation,
    to: [personName],
    question,
    salt: ctx.ids.salt(),
    createdAt: at,
    version: 1,
  };
  return {
    request: request.id,
    writes: [
      { type: "request.insert", request },
      ...(await bringContents(ctx, request, pieces)),
      ...(await requestDeliveries(ctx, request)),
    ],
    events: [
      {
        type: "request.created",
        at,
        actor: agent,
        subject: request.id,
        data: { digest: ctx.digest.content(request.salt, question) },
      },
    ],
  };
}

interface BesideResult {
  readonly evidence?: readonly Evidence[];
  readonly pieces: readonly Piece[];
}

/** What came with a result, as any question shows it: on the page, in chats and in mails. */
async function besideResult(
  { store }: Context,
  { workspace, id }: Liaison,
  attachments: readonly Attachment[] = [],
): Promise<BesideResult> {
  const pieces: Piece[] = [];
  const evidence: Evidence[] = [];
  for (const { name, digest, media_type: mediaType } of attachments) {
    const content = await store.findContent(workspace, id, digest);
    if (content === undefined) continue;
    pieces.push({ bytes: content.bytes, mediaType, name });
    const kind = imageType(content.bytes) === undefined ? "attachment" : "image";
    evidence.push({ kind, name, digest });
  }
  return evidence.length === 0 ? { pieces } : { evidence, pieces };
}

/** The title of the task, as the turn leaves it. */
function titleAfter({ steps }: Turn, liaison: Liaison): string {
  const step = steps.findLast(({ type }) => type === "specified");
  const specified = step?.type === "specified" ? step.specification : derivedTask(liaison);
  return specified?.title ?? liaison.title;
}

/** Among the questions of many conversations each is known by its task. */
function titled(say: string, title: string): string {
  return title === "" || say.startsWith(title) ? say : `${title}:\n\n${say}`;
}

async function said(ctx: Context, liaison: Liaison, words: Words): Promise<Part> {
  const { message, writes, events } = messagePart(ctx, liaison, words);
  return { writes: [...writes, ...(await deliveriesOf(ctx, liaison, message))], events };
}

interface Words {
  readonly id: MessageId;
  readonly text: string;
  readonly at: Timestamp;
}

/** Words of the liaison's own in its conversation. */
export function messagePart(
  ctx: Pick<Context, "ids" | "digest">,
  liaison: Liaison,
  { id, text, at }: Words,
): Pick<Brought, "writes" | "events"> & { readonly message: Message } {
  const { workspace, agent, id: conversation } = liaison;
  const message: Message = {
    id,
    workspace,
    conversation,
    from: liaisonActor(liaison),
    text,
    salt: ctx.ids.salt(),
    createdAt: at,
  };
  return {
    message,
    writes: [{ type: "message.insert", message }],
    events: [
      {
        type: "message.created",
        at,
        actor: agent,
        subject: id,
        data: { digest: ctx.digest.content(message.salt, text) },
      },
    ],
  };
}

/**
 * Sends it to the chat where the person last answered. If that cannot be reached, nothing else is
 * lost.
 */
async function deliveriesOf(
  ctx: Context,
  liaison: Liaison,
  message: Message,
): Promise<readonly Write[]> {
  const at = await lastPlace(ctx, liaison);
  if (at === undefined) return [];
  const { channel, chatId, threadId } = at.address;
  const place = { channel, chatId, ...present({ threadId }) };
  try {
    const to = { ...place, text: message.text };
    const parts = await messageParts(ctx, to, { message, agent: liaison.agent });
    return parts.map((delivery): Write => ({ type: "outbox.insert", delivery }));
  } catch (error) {
    if (isEarshotError(error, "CHANNEL_UNAVAILABLE") || isEarshotError(error, "QUEUE_FULL")) {
      return [];
    }
    throw error;
  }
}

/** The newest questions are enough to find the chat by. */
const MOST_LOOKED_AT = 20;

/** A reply to a post that asks nothing names no question: the chat is known by an earlier one. */
async function lastPlace(
  ctx: Context,
  { workspace, exchanges }: Liaison,
): Promise<Delivery | undefined> {
  const via = exchanges.findLast(({ role }) => role === "human")?.via;
  if (via === undefined || isOwnPlace(via)) return undefined;
  const asked = exchanges.flatMap(({ request }) => (request === undefined ? [] : [request]));
  for (const request of [...new Set(asked.toReversed())].slice(0, MOST_LOOKED_AT)) {
    const shown = await ctx.store.deliveriesOf(workspace, request);
    const at = shown.find(({ address }) => address.channel === via);
    if (at !== undefined) return at;
  }
  return undefined;
}

function liaisonActor({ agent }: Pick<Liaison, "agent">): Actor {
  return { principal: agent, name: LIAISON_AGENT, via: "library" };
}
