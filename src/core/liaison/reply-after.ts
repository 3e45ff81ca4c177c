import type { ConversationId, MessageId, WorkspaceId } from "../../domain/id.ts";
import { derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import type { LiaisonReply } from "../../ports/earshot/liaison.ts";
import type { Context } from "../call/context.ts";
import { takeTurn } from "./take-turn.ts";

/**
 * What the liaison replied to these words, once it has; without them, to the first of the conversation. The words are stored already: where no
 * turn can be made now, the error says so, and the turn is made later all the same.
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

/** The conversation as it stands, with what the liaison said last. */
export function replyOf(liaison: Liaison, said?: string): LiaisonReply {
  const last = liaison.exchanges.findLast(({ role }) => role === "assistant");
  const confidence = derivedTask(liaison)?.confidence;
  const metrics = liaison.feedback.at(-1)?.metrics;
  return {
    conversation_id: liaison.id,
    response: said ?? last?.content ?? "",
    phase: liaison.phase,
    ...present({ confidence, feedback_metrics: metrics }),
  };
}
