import type { PrincipalId } from "../../domain/id.ts";
import {
  derivedTask,
  type Liaison,
  standingFeedback,
  taskIdOf,
  taskOfRound,
} from "../../domain/liaison/liaison.ts";
import { committedExchange, committedResult, committedTask } from "../../domain/log/committed.ts";
import type { EventData, EventDraft } from "../../domain/log/event.ts";
import { TASK_DIGEST } from "../../domain/log/log-says.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";

interface By {
  readonly at: Timestamp;
  /** Absent if the liaison itself did it. */
  readonly actor?: PrincipalId;
}

/** The log events of a change. Subscribers of the task bus read these. */
export function liaisonEvents(
  ctx: Pick<Context, "digest">,
  { before, after }: { readonly before: Liaison; readonly after: Liaison },
  by: By,
): readonly EventDraft[] {
  const draft = drafter(after, by);
  const digest = (value: unknown) => ctx.digest.content(after.salt, value);
  const said = after.exchanges.slice(before.exchanges.length).map((one) =>
    draft(one.role === "human" ? "liaison.said" : "liaison.replied", {
      digest: digest(committedExchange(one)),
      ...present({ via: one.via }),
      message: one.id,
    }),
  );
  const ofTask: Draft = (type, data) => draft(type, { revision: taskIdOf(after), ...data });
  const moved = after.phase_transitions
    .slice(before.phase_transitions.length)
    .map(({ to, round }) => draft("liaison.moved", { kind: to, version: round }));
  return [...said, ...taskEventsOf({ before, after }, { draft: ofTask, digest }), ...moved];
}

type Draft = (type: EventDraft["type"], data: EventData) => EventDraft;

function drafter({ id, worker, agent }: Liaison, by: By): Draft {
  return (type, data) => ({ ...by, type, subject: id, agent: worker?.agent ?? agent, data });
}

function taskEventsOf(
  { before, after }: { readonly before: Liaison; readonly after: Liaison },
  { draft, digest }: { readonly draft: Draft; readonly digest: (value: unknown) => string },
): readonly EventDraft[] {
  const progressed = after.progress.slice(before.progress.length).map((one, index) =>
    draft("task.progressed", {
      digest: digest([one.status, one.result ?? null]),
      version: before.progress.length + index + 1,
    }),
  );
  const completed = after.results
    .slice(before.results.length)
    .map((one) =>
      draft("task.completed", { digest: digest(committedResult(one)), version: one.round }),
    );
  const taken =
    before.worker === undefined && after.worker !== undefined
      ? [draft("task.taken", { name: after.worker.name })]
      : [];
  return [
    ...taken,
    ...progressed,
    ...completed,
    ...feedbackEvents({ before, after }, { draft, digest }),
    ...questionEvents({ before, after }, { draft, digest }),
    ...publishedEvents({ before, after }, { draft, digest }),
    ...(isWithdrawn(before, after) ? [draft("task.withdrawn", { version: before.published })] : []),
  ];
}

interface Pair {
  readonly before: Liaison;
  readonly after: Liaison;
}
interface Making {
  readonly draft: Draft;
  readonly digest: (value: unknown) => string;
}

function publishedEvents({ before, after }: Pair, { draft, digest }: Making): EventDraft[] {
  const task = derivedTask(after);
  if (task === undefined || after.published === 0) return [];
  const isSame = derivedTask(before)?.id === task.id && before.published === after.published;
  if (isSame) return [];
  const former = derivedTask(before)?.id === task.id ? before.published : 0;
  const data = { digest: digest(committedTask(task)), kind: TASK_DIGEST, version: task.version };
  return former === 0
    ? [draft("task.created", data)]
    : [draft("task.updated", { ...data, from: former })];
}

function feedbackEvents({ before, after }: Pair, { draft, digest }: Making): EventDraft[] {
  const changed = after.feedback.filter((one) => !before.feedback.includes(one));
  const withdrawn = changed.flatMap(({ round, withdrawn: mark }) =>
    mark === undefined
      ? []
      : [
          draft("task.feedback_withdrawn", {
            digest: digest(mark.reason),
            version: round,
            // It may be one of an earlier task.
            revision: taskOfRound(after, round),
          }),
        ],
  );
  const received = standingFeedback({ feedback: changed }).map(({ round, metrics }) =>
    draft("task.feedback_received", {
      digest: digest(metrics),
      kind: metrics.acceptance_status,
      version: round,
    }),
  );
  return [...withdrawn, ...received];
}

function questionEvents({ before, after }: Pair, { draft, digest }: Making): EventDraft[] {
  const { personAsks: former = [] } = before;
  return (after.personAsks ?? []).flatMap(
    ({ exchange: message, task, question, answer }, index) => {
      const data = { message, revision: task };
      const known = former[index];
      const asked =
        known === undefined
          ? [draft("task.question_asked", { ...data, digest: digest(question) })]
          : [];
      const isNew = answer !== undefined && known?.answer === undefined;
      return isNew
        ? [...asked, draft("task.question_answered", { ...data, digest: digest(answer.text) })]
        : asked;
    },
  );
}

/** Feedback in the same change is a verdict, and ends it otherwise. */
function isWithdrawn(before: Liaison, after: Liaison): boolean {
  const isOver = before.phase !== "completed" && after.phase === "completed";
  return isOver && before.published > 0 && before.feedback === after.feedback;
}
