import type { EventDraft } from "../../domain/event.ts";
import type { RequestId } from "../../domain/id.ts";
import type { OpenQuestion } from "../../domain/request.ts";
import type { Write } from "../../ports/store.ts";
import type { Context } from "../context.ts";
import { requestDeliveries } from "./plan-request.ts";
import { areAllLost } from "./undeliverable.ts";

/** What is written and logged beside a question that is asked, for people to be reached. */
export interface QuestionDeliveries {
  readonly insert: { readonly likeness?: string };
  readonly deliveries: readonly Write[];
  readonly events: readonly EventDraft[];
  /** Another agent's question stands for it. */
  readonly isShared: boolean;
  /** And that stands before people already. */
  readonly isShown: boolean;
}

/**
 * Has people asked: or, where another agent has the same question open, has this one answered with
 * what that is answered with, so that nobody is asked twice.
 */
export async function questionDeliveries(
  ctx: Context,
  request: OpenQuestion,
): Promise<QuestionDeliveries> {
  const alone = { isShared: false, isShown: false };
  if (ctx.outlets === undefined) return { insert: {}, deliveries: [], events: [], ...alone };
  const { question, to, agent, id, createdAt } = request;
  const likeness = ctx.digest.json({ question, to: [...to].sort() });
  const leader = await leaderOf(ctx, request, likeness);
  if (leader === undefined) {
    return {
      insert: { likeness },
      deliveries: await requestDeliveries(ctx, request),
      events: [],
      ...alone,
    };
  }
  return {
    insert: {},
    deliveries: [{ type: "rider.put", leader: leader.id, request: id }],
    events: [{ type: "request.shared", at: createdAt, actor: agent, subject: id, agent }],
    isShared: true,
    isShown: leader.isShown,
  };
}

interface Leader {
  readonly id: RequestId;
  readonly isShown: boolean;
}

async function leaderOf(
  { store, outlets }: Context,
  { workspace, agent }: OpenQuestion,
  likeness: string,
): Promise<Leader | undefined> {
  const id = await store.openLike(workspace, likeness);
  if (id === undefined || outlets === undefined) return undefined;
  const open = await store.findRequest(workspace, id);
  // An agent that asks its own question again wants it asked again.
  if (open?.status !== "open" || open.agent === agent) return undefined;
  const deliveries = await store.deliveriesOf(workspace, id);
  if (areAllLost(outlets, deliveries)) return undefined;
  return { id, isShown: deliveries.some(({ sentAt }) => sentAt !== undefined) };
}
