import { asksFiles } from "../../domain/forms/file-fields.ts";
import type { RequestId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { endUserNamed } from "../../domain/people/end-user.ts";
import type { Question } from "../../domain/requests/question.ts";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { requestDeliveries } from "./plan-request.ts";
import { editWrites } from "./settle-deliveries.ts";
import { areAllLost } from "./undeliverable.ts";

/** The writes and events beside a new question that let it reach people. */
export interface QuestionDeliveries {
  readonly insert: { readonly likeness?: string };
  readonly deliveries: readonly Write[];
  readonly events: readonly EventDraft[];
  /** Another agent's equal question already stands before people. */
  readonly isShown: boolean;
  /** The agent's own open request with the same question. */
  readonly before?: RequestId;
}

/**
 * This many agents share one answer at most, because all of them are named wherever it is asked.
 */
const MOST_SHARING = 20;

/**
 * Has people asked. If another agent has the same question open, this one shares its answer
 * instead, so nobody is asked twice. This holds without channels too: lists and the page show one
 * question.
 */
export async function questionDeliveries(
  ctx: Context,
  request: OpenQuestion,
): Promise<QuestionDeliveries> {
  const { question, to, agent, id, createdAt } = request;
  const likeness = ctx.digest.json({ question: alike(question), to: [...to].sort() });
  const { leader, ...own } = await leaderOf(ctx, request, likeness);
  // The files of an answer belong to one request, and an end user answers each agent by themselves.
  const isAlone = asksFiles(question.form) || to.some((name) => endUserNamed(name) !== undefined);
  if (leader === undefined || isAlone) {
    const deliveries = await requestDeliveries(ctx, request);
    return {
      insert: { likeness },
      deliveries,
      events: [],
      isShown: false,
      ...own,
    };
  }
  const data = { leader: leader.id };
  return {
    insert: { likeness },
    deliveries: [{ type: "rider.put", leader: leader.id, request: id }, ...leader.edits],
    events: [{ type: "request.shared", at: createdAt, actor: agent, subject: id, agent, data }],
    isShown: leader.isShown,
  };
}

/** Spaces at the ends and repeated spaces between words do not make another question. */
function alike({ text, ...rest }: Question): Question {
  return {
    ...rest,
    text: text
      .normalize("NFC")
      .trim()
      // Single spaces stay as they are: a match for each word costs 4 µs.
      .replaceAll(/\t[ \t]*| [ \t]+/g, " "),
  };
}

interface Leader {
  readonly id: RequestId;
  readonly isShown: boolean;
  /** If the leader is already posted, its posts are edited to name the new asker. */
  readonly edits: readonly Write[];
}

async function leaderOf(
  ctx: Context,
  { workspace, agent }: OpenQuestion,
  likeness: string,
): Promise<{ readonly leader?: Leader; readonly before?: RequestId }> {
  const { store } = ctx;
  const id = await store.openLike(workspace, likeness);
  const open = id === undefined ? undefined : await store.findRequest(workspace, id);
  if (id === undefined || open?.status !== "open") return {};
  const behind = await store.askersBehind(workspace, [id]);
  const asking = [open, ...behind.map(({ asker }) => asker)];
  // An agent that repeats its own question wants it asked again, and is told that it did.
  const own = asking.find((asker) => asker.agent === agent);
  if (own !== undefined) return { before: own.id };
  if (asking.length >= MOST_SHARING) return {};
  const deliveries = await store.deliveriesOf(workspace, id);
  if (areAllLost(ctx, deliveries)) return {};
  const isSent = deliveries.some(({ sentAt }) => sentAt !== undefined);
  const isShown = isSent || (await store.listDeliveries(workspace, id)).length > 0;
  return { leader: { id, isShown, edits: editWrites(ctx, deliveries) } };
}
