import { EarshotError } from "../errors.ts";
import type { ConversationId, MessageId, RequestId } from "../id.ts";
import type { Json } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { present } from "../present.ts";
import type { Timestamp } from "../timestamp.ts";
import type {
  Clarification,
  Exchange,
  Liaison,
  Phase,
  TaskProgress,
  TaskResult,
} from "./liaison.ts";
import { applyStep, type LiaisonStep } from "./liaison-steps.ts";

/*
 * The life of a conversation with the liaison.
 *
 * problem_definition
 *   It begins here, with the person's first words and a turn owed.
 *   `say`      → the same, with more words and a turn owed.
 *   `turn`     → the liaison asks; or the specification is good enough and it moves to
 *                awaiting_task_completion; or the person no longer wants it, and it is completed.
 *
 * awaiting_task_completion
 *   The specification is published; the worker is at it.
 *   `say`      → the same, with a turn owed: a correction, a confirmation, or the task is withdrawn.
 *   `turn`     → the same with the next version of the specification, or completed.
 *   `take`     → the same, with its worker; once, where nobody was named.
 *   `progress` → the same, with the worker's report.
 *   `complete` → feedback_collection, with the result and a turn owed: the person is asked.
 *
 * feedback_collection
 *   `say`      → the same, with a turn owed.
 *   `turn`     → the same if too little was said; awaiting_task_completion in the next round if the
 *                result needs improvement; completed if it was accepted or rejected.
 *
 * completed
 *   `say`      → the same, with a turn owed: the turn reopens it, in feedback_collection or with another
 *                task in problem_definition.
 *   `turn`     → as above; thanks alone leave it as it is.
 *
 * In every phase
 *   `ask_closed` → the person no longer has a question before them; nothing else changes.
 *   `worker_asked`, `worker_answered` → the worker's question stands in the conversation, and what the
 *                person said to it; no turn is owed for either.
 *   `person_answered` → the worker has answered a question of the person's, and a turn is owed that
 *                tells it. The first answer counts.
 *   `feedback_withdrawn` → the same, and the feedback on a round counts nowhere; no turn is owed.
 *   A turn only holds for the version that it was made from: words that came in the meantime make it
 *   void, and it is made again. An erased conversation no longer changes.
 */
export type LiaisonEvent =
  | { readonly type: "say"; readonly exchange: Exchange; readonly dueAt: Timestamp }
  | {
      readonly type: "turn";
      readonly steps: readonly LiaisonStep[];
      readonly reply: Exchange;
      /** The request that carries the reply. */
      readonly request?: RequestId;
    }
  | { readonly type: "take"; readonly worker: NonNullable<Liaison["worker"]> }
  | { readonly type: "progress"; readonly progress: Omit<TaskProgress, "at"> }
  | {
      readonly type: "complete";
      readonly result: Omit<TaskResult, "at" | "round">;
      readonly dueAt: Timestamp;
    }
  | { readonly type: "ask_closed"; readonly request: RequestId }
  | { readonly type: "worker_asked"; readonly exchange: Exchange; readonly request: RequestId }
  | {
      readonly type: "worker_answered";
      readonly said: readonly Exchange[];
      readonly request: RequestId;
    }
  /** `asked`: the person's exchange that asks it. */
  | {
      readonly type: "person_answered";
      readonly asked: MessageId;
      readonly answer: { readonly text: string; readonly by: string };
      readonly dueAt: Timestamp;
    }
  | Extract<LiaisonStep, { type: "feedback_withdrawn" }>;

/** The next value. Throws CONVERSATION_CLOSED if the phase does not allow it. */
export function moveLiaison(liaison: Liaison, event: LiaisonEvent, now: Timestamp): Liaison {
  if (liaison.erasedAt !== undefined) throw erasedOne(liaison.id);
  const next = moved(liaison, event, now);
  return { ...next, updatedAt: now, version: liaison.version + 1 };
}

function moved(liaison: Liaison, event: LiaisonEvent, now: Timestamp): Liaison {
  switch (event.type) {
    case "say":
      return said(liaison, event);
    case "turn":
      return turned(liaison, event, now);
    case "take":
      return taken(requirePhase(liaison, "taken"), event.worker);
    case "progress": {
      const waiting = requirePhase(liaison, "reported on");
      return { ...waiting, progress: [...waiting.progress, { ...event.progress, at: now }] };
    }
    case "complete":
      return completed(requirePhase(liaison, "completed"), event, now);
    case "ask_closed": {
      const { request, ...rest } = liaison;
      return request === event.request ? rest : withoutAsk(liaison, event.request);
    }
    case "worker_asked":
      return {
        ...besides(liaison, [event.exchange]),
        workerAsks: [...(liaison.workerAsks ?? []), event.request],
      };
    case "worker_answered":
      return withoutAsk(besides(liaison, event.said), event.request);
    case "person_answered":
      return personAnswered(liaison, event);
    case "feedback_withdrawn":
      return applyStep(liaison, event, { at: now, reply: undefined });
    default:
      throw new Error(`Unknown event ${String(event satisfies never)}`);
  }
}

/** Exchanges that the liaison has nothing to reply to. */
function besides(liaison: Liaison, added: readonly Exchange[]): Liaison {
  const { exchanges, replied } = liaison;
  const isRead = replied === exchanges.length;
  return {
    ...liaison,
    exchanges: [...exchanges, ...added],
    replied: isRead ? replied + added.length : replied,
  };
}

function withoutAsk(liaison: Liaison, request: RequestId): Liaison {
  const { workerAsks = [], ...rest } = liaison;
  const left = workerAsks.filter((one) => one !== request);
  return left.length === 0 ? rest : { ...rest, workerAsks: left };
}

function personAnswered(
  liaison: Liaison,
  { asked, answer, dueAt }: Extract<LiaisonEvent, { type: "person_answered" }>,
): Liaison {
  const { id, personAsks = [] } = liaison;
  const question = personAsks.find((one) => one.exchange === asked);
  if (question === undefined) {
    throw new EarshotError(
      "NOT_FOUND",
      `No question of ${id} has the id ${asked}. The event task.question_asked has it as \`exchange\`.`,
      { details: { id, asked } },
    );
  }
  if (question.answer !== undefined) {
    throw new EarshotError(
      "REQUEST_CLOSED",
      `The question ${asked} of ${id} was answered before, and the first answer stands. Tell what is new as progress, without \`answers\`.`,
      { details: { id, asked } },
    );
  }
  return {
    ...liaison,
    personAsks: personAsks.map((one) => (one === question ? { ...one, answer } : one)),
    dueAt,
  };
}

function said(liaison: Liaison, { exchange, dueAt }: Extract<LiaisonEvent, { type: "say" }>) {
  const { request, ...rest } = liaison;
  const isAnswer = request !== undefined && exchange.request === request;
  return {
    ...(isAnswer ? rest : liaison),
    exchanges: [...liaison.exchanges, exchange],
    dueAt,
  };
}

function turned(
  liaison: Liaison,
  { steps, reply, request }: Extract<LiaisonEvent, { type: "turn" }>,
  now: Timestamp,
): Liaison {
  const place = { at: now, reply: reply.id };
  const stepped = steps.reduce((value, step) => applyStep(value, step, place), liaison);
  const { request: _former, dueAt: _due, ...rest } = stepped;
  const exchanges = [...rest.exchanges, { ...reply, phase: rest.phase, round: rest.round }];
  return { ...rest, exchanges, replied: exchanges.length, ...present({ request }) };
}

function taken(liaison: Liaison, worker: NonNullable<Liaison["worker"]>): Liaison {
  if (liaison.worker !== undefined) {
    throw new EarshotError(
      "NOT_ALLOWED",
      `The task of ${liaison.id} belongs to ${liaison.worker.name}. An agent reports only on its own tasks.`,
      { details: { id: liaison.id, worker: liaison.worker.name } },
    );
  }
  return { ...liaison, worker };
}

function completed(
  liaison: Liaison,
  { result, dueAt }: Extract<LiaisonEvent, { type: "complete" }>,
  now: Timestamp,
): Liaison {
  const { round } = liaison;
  return {
    ...applyStep(
      liaison,
      { type: "moved", to: "feedback_collection", reason: `${result.by} is done` },
      { at: now, reply: undefined },
    ),
    results: [...liaison.results, { ...result, at: now, round }],
    dueAt,
  };
}

/** Throws CONVERSATION_CLOSED unless the conversation waits for a worker. */
function requirePhase(liaison: Liaison, what: string): Liaison {
  if (liaison.phase === "awaiting_task_completion") return liaison;
  throw wrongPhase(liaison.id, liaison.phase, what);
}

function wrongPhase(id: ConversationId, phase: Phase, what: string): EarshotError {
  return new EarshotError(
    "CONVERSATION_CLOSED",
    `The task of ${id} cannot be ${what}: the conversation is in phase ${phase}. A worker reports while it is in awaiting_task_completion.`,
    { details: { id, phase } },
  );
}

function erasedOne(id: ConversationId): EarshotError {
  return new EarshotError(
    "CONVERSATION_CLOSED",
    `What was said in ${id} was erased, so it cannot go on. Begin another conversation.`,
    { details: { id } },
  );
}

/** Whether the worker repeats its last report, as workers do after a restart. */
export function isSameResult(
  liaison: Liaison,
  { result, attachments = [] }: Pick<TaskResult, "result" | "attachments">,
): boolean {
  const last = liaison.results.at(-1);
  return (
    last !== undefined &&
    last.round === liaison.round &&
    liaison.phase === "feedback_collection" &&
    isSameJson(last.result, result) &&
    isSameJson(filesOf(last), filesOf({ attachments }))
  );
}

function filesOf({ attachments = [] }: Pick<TaskResult, "attachments">): Json {
  return attachments.map(({ name, digest }) => [name, digest]);
}

/** The exchanges about the current task: those since its definition began. */
export function exchangesOfTask(liaison: Liaison): readonly Exchange[] {
  const start = taskStart(liaison);
  return liaison.exchanges.filter(
    ({ phase, round, with: other }) =>
      other === undefined &&
      round >= start &&
      (phase === "problem_definition" || phase === "awaiting_task_completion"),
  );
}

/** What was said since the feedback phase last began: nothing else counts as feedback. */
export function exchangesOfFeedback({ exchanges, round: now }: Liaison): readonly Exchange[] {
  const ended = exchanges.findLastIndex(({ phase }) => phase === "completed");
  return exchanges
    .slice(ended + 1)
    .filter(
      ({ phase, round, with: other }) =>
        other === undefined && round === now && phase === "feedback_collection",
    );
}

/** The round in which the current task began. */
export function taskStart(liaison: Liaison): number {
  const began = liaison.phase_transitions.findLast(({ to }) => to === "problem_definition");
  return began?.round ?? 1;
}

/** Open clarifications, oldest first. */
export function openClarifications({ clarifications }: Liaison): readonly Clarification[] {
  return clarifications.filter(({ status }) => status === "open");
}
