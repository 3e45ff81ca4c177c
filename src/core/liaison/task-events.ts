import type { ConversationId } from "../../domain/id.ts";
import { type Liaison, taskIdOf } from "../../domain/liaison/liaison.ts";
import { diffSpecifications } from "../../domain/liaison/specification-diff.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { TaskEvent, TaskEventsInput } from "../../ports/earshot/liaison.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { maySee } from "../liaison-changes/liaison-access.ts";
import { eventStream } from "../log/subscribe.ts";

const TYPES: ReadonlySet<EventType> = new Set<EventType>([
  "task.created",
  "task.updated",
  "task.progressed",
  "task.completed",
  "task.feedback_received",
  "task.feedback_withdrawn",
  "task.question_asked",
  "task.question_answered",
  "task.withdrawn",
]);

/**
 * The event bus: log events about tasks, with the ids and versions they name. It works from any
 * position, across restarts and nodes; erased content is left out.
 */
export async function taskEvents(
  ctx: Context,
  caller: Caller,
  { input = {}, options }: Given<TaskEventsInput | undefined>,
): Promise<AsyncIterable<TaskEvent>> {
  requireRight(caller, "read");
  const events = await eventStream(ctx, caller, {
    input,
    signal: options?.signal,
    mayRead: ({ type }) => TYPES.has(type),
  });
  return withContent(ctx, caller, events);
}

async function* withContent(
  ctx: Context,
  caller: Caller,
  events: AsyncIterable<Event>,
): AsyncGenerator<TaskEvent, void> {
  for await (const event of events) {
    const id = event.subject as ConversationId;
    const liaison = await ctx.store.findLiaison(event.workspace, id);
    if (liaison === undefined || liaison.erasedAt !== undefined) continue;
    if (!maySee(caller, liaison)) continue;
    const told = taskEventOf(event, liaison);
    if (told !== undefined) yield told;
  }
}

function taskEventOf(event: Event, liaison: Liaison): TaskEvent | undefined {
  const { seq, at, data } = event;
  const base = { seq, at, conversation_id: liaison.id, user_id: liaison.personName };
  const number = data?.version ?? 0;
  switch (event.type) {
    case "task.created":
    case "task.updated":
      return publishedEvent(event, liaison, base);
    case "task.progressed": {
      // Stored values describe the current task; the next one starts without any.
      const isOfNow = taskOf(event) === taskIdOf(liaison);
      const progress = isOfNow ? liaison.progress[number - 1] : undefined;
      if (progress === undefined) return undefined;
      const { status, result } = progress;
      const shown = result === undefined ? {} : { result };
      return { ...base, type: event.type, task_id: taskOf(event), status, ...shown };
    }
    case "task.completed": {
      const done = liaison.results.find(({ round }) => round === number);
      if (done === undefined) return undefined;
      const task_id = taskOf(event);
      const { result: task_result, attachments } = done;
      return { ...base, type: event.type, task_id, task_result, ...present({ attachments }) };
    }
    case "task.feedback_received": {
      // A reopened round is interpreted again, so the event's first reading is replaced by the
      // current one.
      const feedback = liaison.feedback.findLast(({ round }) => round === number);
      if (feedback === undefined) return undefined;
      const task_id = taskOf(event);
      return { ...base, type: event.type, task_id, feedback_metrics: feedback.metrics };
    }
    case "task.feedback_withdrawn":
      return withdrawalOf(event, liaison, base);
    case "task.question_asked":
    case "task.question_answered":
      return questionOf(event, liaison, base);
    case "task.withdrawn":
      return { ...base, type: event.type, task_id: taskOf(event) };
    default:
      return undefined;
  }
}

function withdrawalOf(event: Event, liaison: Liaison, base: Base): TaskEvent | undefined {
  const number = event.data?.version ?? 0;
  const { withdrawn } =
    liaison.feedback.findLast((one) => one.round === number && one.withdrawn !== undefined) ?? {};
  if (withdrawn === undefined) return undefined;
  const { by, reason } = withdrawn;
  const task_id = taskOf(event);
  return { ...base, type: "task.feedback_withdrawn", task_id, round: number, by, reason };
}

function questionOf(event: Event, liaison: Liaison, base: Base): TaskEvent | undefined {
  const { personAsks = [] } = liaison;
  const found = personAsks.find(({ exchange }) => exchange === event.data?.message);
  if (found === undefined) return undefined;
  const { exchange, question, answer } = found;
  const told = { ...base, task_id: taskOf(event), exchange, question };
  if (event.type === "task.question_asked") return { ...told, type: event.type };
  if (answer === undefined) return undefined;
  return { ...told, type: "task.question_answered", answer: answer.text, by: answer.by };
}

type Base = Pick<TaskEvent, "seq" | "at" | "conversation_id" | "user_id">;

function publishedEvent(event: Event, liaison: Liaison, base: Base): TaskEvent | undefined {
  const { version, from } = event.data ?? {};
  const task = taskOf(event);
  const find = (wanted: number | undefined): TaskSpecification | undefined =>
    liaison.specifications.find((one) => one.id === task && one.version === wanted);
  const specification = find(version);
  if (specification === undefined) return undefined;
  const told = { ...base, task_specification: specification, confidence: specification.confidence };
  const { worker } = liaison;
  if (event.type === "task.created") {
    return { ...told, type: event.type, ...present({ agent: worker?.name }) };
  }
  const former = find(from);
  const changes = former === undefined ? [] : diffSpecifications(former, specification);
  return { ...told, type: "task.updated", changes };
}

function taskOf({ data }: Event): string {
  return data?.revision ?? "";
}
