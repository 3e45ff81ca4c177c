import type { ConversationId, MessageId, WorkspaceId } from "../../domain/id.ts";
import {
  derivedTask,
  type Liaison,
  standingFeedback,
  unanswered,
} from "../../domain/liaison/liaison.ts";
import { openClarifications } from "../../domain/liaison/liaison-machine.ts";
import { present } from "../../domain/present.ts";
import type { LiaisonReply } from "../../ports/earshot/liaison.ts";
import type { Context } from "../call/context.ts";
import { assessmentOf } from "../liaison-changes/shown-liaison.ts";
import { takeTurn } from "./take-turn.ts";

/**
 * The liaison's reply to these words, once it is made; without words, its reply to the first ones.
 * The words are stored already: if no turn can be made now, the error says so, and it is made
 * later.
 */
export async function replyAfter(
  ctx: Context,
  {
    workspace,
    id,
    said,
  }: { readonly workspace: WorkspaceId; readonly id: ConversationId; readonly said?: MessageId },
): Promise<LiaisonReply> {
  const liaison = await takeTurn(ctx, { workspace, id });
  const at = liaison.exchanges.findIndex((one) => one.id === said);
  const reply = liaison.exchanges.slice(at + 1).find(({ role }) => role === "assistant");
  return replyOf(liaison, reply?.content);
}

/** The conversation as it stands, with the liaison's last words. */
export function replyOf(liaison: Liaison, said?: string): LiaisonReply {
  const last = liaison.exchanges.findLast(({ role }) => role === "assistant");
  const confidence = derivedTask(liaison)?.confidence;
  const asked = unanswered(liaison).map(({ exchange, question }) => ({ exchange, question }));
  const questions = openClarifications(liaison).map(({ topic, question, options }) => {
    return { topic, question, options };
  });
  const metrics = standingFeedback(liaison).at(-1)?.metrics;
  return {
    conversation_id: liaison.id,
    response: said ?? last?.content ?? "",
    phase: liaison.phase,
    ...assessmentOf(liaison),
    ...present({
      confidence,
      feedback_metrics: metrics,
      questions: questions.length === 0 ? undefined : questions,
      open_questions: asked.length === 0 ? undefined : asked,
    }),
  };
}
