import type { DeliveryId, MessageId, RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { QuestionRequest } from "../../domain/requests/request.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { keepCorrection } from "../requests/answer.ts";
import { outcomeOf, shortText } from "./outcome-text.ts";
import { orRefused } from "./to-request.ts";
import { refusal, type Saying, type Told } from "./told.ts";
import { optionsOf } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

const AS_BEFORE = refusal({ name: "edit.first" });

export const NOT_HEARD = refusal({ name: "edit.unheard" });

/**
 * Edited words. What they answered keeps the original words, and the new ones are a message to the
 * agent. Undefined if the original had no effect as a reply; then they are treated like any words.
 */
export async function edited(
  ctx: Context,
  caller: Caller,
  { event, isReply }: { readonly event: Said; readonly isReply: boolean },
): Promise<Told | undefined> {
  const result = await firstResult(ctx.store, caller, event);
  if (result === undefined) return isReply ? undefined : NOT_HEARD;
  const request = await requestOf(ctx.store, caller.principal.workspace, result);
  if (request === undefined || request.status === "open") return AS_BEFORE;
  const input = { id: request.id, text: event.text };
  return await orRefused(event, async () => {
    await keepCorrection(ctx, caller, { input, options: optionsOf(event) });
    return refusal(outcomeOf(request), ...whatCounts(request));
  });
}

function whatCounts(request: QuestionRequest): readonly Saying[] {
  const kept: Saying = { name: "kept.since", values: { agent: request.agentName } };
  if (request.status !== "answered") return [kept];
  return [{ name: "counts", values: { answer: shortText(shownAnswer(request.answer)) } }, kept];
}

/** The id of what the original words led to; undefined if nothing, or too long ago. */
async function firstResult(
  store: Store,
  { principal: { workspace, id: principal } }: Caller,
  event: Said,
): Promise<string | undefined> {
  const { idempotencyKey: key = "" } = optionsOf({ ...event, key: event.edits ?? "" });
  return (await store.findOnce({ workspace, principal, key }))?.result;
}

async function requestOf(
  store: Store,
  workspace: WorkspaceId,
  result: string,
): Promise<QuestionRequest | undefined> {
  const id = await requestIn(store, workspace, result);
  const request = id === undefined ? undefined : await store.findRequest(workspace, id);
  return request?.kind === "question" ? request : undefined;
}

async function requestIn(
  store: Store,
  workspace: WorkspaceId,
  result: string,
): Promise<RequestId | undefined> {
  if (result.startsWith("req_")) return result as RequestId;
  if (result.startsWith("msg_")) {
    const message = await store.findMessage(workspace, result as MessageId);
    return message?.lateAnswerTo ?? message?.corrects;
  }
  if (!result.startsWith("dlv_")) return undefined;
  const chosen = (await store.findDelivery(workspace, result as DeliveryId))?.which?.chosen;
  return chosen === "none" ? undefined : chosen;
}
