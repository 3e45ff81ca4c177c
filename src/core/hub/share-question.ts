import type { EventDraft } from "../../domain/event.ts";
import type { RequestId } from "../../domain/id.ts";
import type { OpenQuestion } from "../../domain/request.ts";
import type { Write } from "../../ports/store.ts";
import type { Context } from "../context.ts";
import { requestDeliveries } from "./plan-request.ts";

/** What is written and logged beside a question that is asked, for people to be reached. */
export interface QuestionDeliveries {
  readonly insert: { readonly likeness?: string };
  readonly deliveries: readonly Write[];
  readonly events: readonly EventDraft[];
  /** Another agent's question stands for it. */
  readonly isShared: boolean;
}

/**
 * Has people asked: or, where another agent has the same question open, has this one answered with
 * what that is answered with, so that nobody is asked twice.
 */
export async function questionDeliveries(
  ctx: Context,
  request: OpenQuestion,
): Promise<QuestionDeliveries> {
  if (ctx.outlets === undefined) return { insert: {}, deliveries: [], events: [], isShared: false };
  const { question, to, agent, id, createdAt } = request;
  const likeness = ctx.digest.json({ question, to: [...to].sort() });
  const leader = await leaderOf(ctx, request, likeness);
  if (leader === undefined) {
    return {
      insert: { likeness },
      deliveries: await requestDeliveries(ctx, request),
      events: [],
      isShared: false,
    };
  }
  return {
    insert: {},
    deliveries: [{ type: "rider.put", leader, request: id }],
    events: [{ type: "request.shared", at: createdAt, actor: agent, subject: id, agent }],
    isShared: true,
  };
}

async function leaderOf(
  ctx: Context,
  { workspace, agent }: OpenQuestion,
  likeness: string,
): Promise<RequestId | undefined> {
  const found = await ctx.store.openLike(workspace, likeness);
  if (found === undefined) return undefined;
  const open = await ctx.store.findRequest(workspace, found);
  // An agent that asks its own question again wants it asked again.
  return open?.status === "open" && open.agent !== agent ? found : undefined;
}
