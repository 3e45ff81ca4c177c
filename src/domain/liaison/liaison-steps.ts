import type { MessageId } from "../id.ts";
import { present } from "../present.ts";
import type { Timestamp } from "../timestamp.ts";
import type { FeedbackMetrics } from "./feedback.ts";
import {
  type Assessment,
  type Clarification,
  derivedTask,
  type Liaison,
  type Phase,
  taskIdOf,
} from "./liaison.ts";
import { diffSpecifications } from "./specification-diff.ts";
import type { TaskSpecification } from "./task-specification.ts";

export type ClarifiedTopic = Pick<Clarification, "topic" | "status" | "answer">;

/** One change of a turn; a turn is a list of them, in order. */
export type LiaisonStep =
  /** The state of details that were asked for. */
  | { readonly type: "clarified"; readonly answers: readonly ClarifiedTopic[] }
  | {
      readonly type: "specified";
      /** Without id and version, which the conversation assigns. */
      readonly specification: Omit<TaskSpecification, "id" | "version">;
      /** The engine's own score, before calibration. */
      readonly ownScore: number;
      /** Absent if nothing new was read: the former one stays. */
      readonly assessment?: Assessment;
    }
  | {
      readonly type: "asked";
      readonly questions: readonly Omit<Clarification, "status" | "asked_in">[];
    }
  /** The newest version is published: as a new task, or as its update. */
  | { readonly type: "published" }
  /** The person confirmed that they want the published version. */
  | { readonly type: "confirmed" }
  /** The person corrected the published version. */
  | { readonly type: "corrected" }
  /** The person's words ask what only the worker can answer. */
  | { readonly type: "passed_on"; readonly exchange: MessageId; readonly question: string }
  /** Every answer of the worker that has come is told. */
  | { readonly type: "answers_told" }
  /** The understood meaning of what the person said about the result. */
  | { readonly type: "understood"; readonly metrics: FeedbackMetrics }
  /** The reading of a round's feedback is taken back. */
  | {
      readonly type: "feedback_withdrawn";
      readonly round: number;
      /** The name of the person or owner who takes it back. */
      readonly by: string;
      readonly reason: string;
    }
  | {
      readonly type: "moved";
      readonly to: Phase;
      readonly reason: string;
      readonly newRound?: true;
      /** Back to the round before: what began this one was taken back. */
      readonly formerRound?: true;
    };

export interface StepPlace {
  readonly at: Timestamp;
  /** The assistant's exchange of the turn, if there is one. */
  readonly reply: MessageId | undefined;
}

export function applyStep(liaison: Liaison, step: LiaisonStep, place: StepPlace): Liaison {
  switch (step.type) {
    case "clarified":
      return { ...liaison, clarifications: liaison.clarifications.map(clarifier(step.answers)) };
    case "specified":
      return specified(liaison, step, place.at);
    case "asked":
      return asked(liaison, step.questions, place.reply);
    case "published":
      return { ...liaison, published: derivedTask(liaison)?.version ?? 0 };
    case "confirmed":
      return settled(liaison, { accepted: true, at: place.at });
    case "corrected":
      return settled(liaison, { accepted: false, at: place.at });
    case "passed_on":
      return passedOn(liaison, step);
    case "answers_told":
      return answersTold(liaison, place.reply);
    case "understood":
      return understood(liaison, step.metrics, place.at);
    case "feedback_withdrawn":
      return withdrawn(liaison, step, place.at);
    case "moved":
      return movedTo(liaison, step, place.at);
    default:
      throw new Error(`Unknown step ${String(step satisfies never)}`);
  }
}

function clarifier(answers: readonly ClarifiedTopic[]): (one: Clarification) => Clarification {
  return (one) => {
    const answer = answers.find(({ topic }) => topic === one.topic);
    if (answer === undefined || one.status !== "open") return one;
    return { ...one, ...answer };
  };
}

/** A specification with the same content is not a new version: only its confidence changes. */
function specified(
  liaison: Liaison,
  { specification, ownScore, assessment }: Extract<LiaisonStep, { type: "specified" }>,
  at: Timestamp,
): Liaison {
  const former = derivedTask(liaison);
  const isSame = former !== undefined && diffSpecifications(former, specification).length === 0;
  const version = (former?.version ?? 0) + (isSame ? 0 : 1);
  const { confidence } = specification;
  const { score } = confidence;
  const others = liaison.specifications.filter((one) => !isSame || one !== former);
  return {
    ...liaison,
    title: specification.title,
    specifications: [...others, { id: taskIdOf(liaison), version, ...specification }],
    confidence_history: [...liaison.confidence_history, { at, score, version, confidence }],
    // A corrected version was counted already: only the first one that passes is held to its score.
    ...present({
      unsettled: liaison.published === 0 ? { score: ownScore, version } : undefined,
      assessment,
    }),
  };
}

function asked(
  liaison: Liaison,
  questions: Extract<LiaisonStep, { type: "asked" }>["questions"],
  reply: MessageId | undefined,
): Liaison {
  if (reply === undefined) return liaison;
  const clarifications = questions.map(
    (one): Clarification => ({ ...one, status: "open", asked_in: reply }),
  );
  const isAgain = ({ topic, status }: Clarification) =>
    status === "open" && questions.some((one) => one.topic === topic);
  return {
    ...liaison,
    clarifications: [...liaison.clarifications.filter((one) => !isAgain(one)), ...clarifications],
    turnsAsked: liaison.turnsAsked + 1,
  };
}

/** Counts once whether the version that passed the gate was accepted unchanged. */
function settled(
  liaison: Liaison,
  { accepted, at }: { readonly accepted: boolean; readonly at: Timestamp },
): Liaison {
  const { unsettled, ...rest } = liaison;
  if (unsettled === undefined || liaison.published === 0) return liaison;
  return { ...rest, outcomes: [...liaison.outcomes, { ...unsettled, accepted, at }] };
}

function passedOn(
  liaison: Liaison,
  { exchange, question }: Extract<LiaisonStep, { type: "passed_on" }>,
): Liaison {
  const { personAsks = [] } = liaison;
  if (personAsks.some((one) => one.exchange === exchange)) return liaison;
  const asked = { exchange, task: taskIdOf(liaison), question };
  return { ...liaison, personAsks: [...personAsks, asked] };
}

function answersTold(liaison: Liaison, told: MessageId | undefined): Liaison {
  const personAsks = liaison.personAsks?.map((one) =>
    one.answer === undefined || one.answer.told !== undefined || told === undefined
      ? one
      : { ...one, answer: { ...one.answer, told } },
  );
  return { ...liaison, ...present({ personAsks }) };
}

function understood(liaison: Liaison, metrics: FeedbackMetrics, at: Timestamp): Liaison {
  const { round, feedback } = liaison;
  const others = feedback.filter((one) => one.round !== round || one.withdrawn !== undefined);
  return { ...liaison, feedback: [...others, { round, at, metrics }] };
}

function withdrawn(
  liaison: Liaison,
  { round, by, reason }: Extract<LiaisonStep, { type: "feedback_withdrawn" }>,
  at: Timestamp,
): Liaison {
  return {
    ...liaison,
    feedback: liaison.feedback.map((one) =>
      one.round === round && one.withdrawn === undefined
        ? { ...one, withdrawn: { by, reason, at } }
        : one,
    ),
  };
}

/** Words that reopen it belong to the reopened phase. */
function reopening(
  { exchanges, replied }: Liaison,
  { to: phase, round }: { readonly to: Phase; readonly round: number },
): Liaison["exchanges"] {
  return exchanges.map((one, index) => (index < replied ? one : { ...one, phase, round }));
}

function movedTo(
  liaison: Liaison,
  { to, reason, newRound, formerRound }: Extract<LiaisonStep, { type: "moved" }>,
  at: Timestamp,
): Liaison {
  const round = liaison.round + (newRound === true ? 1 : 0) - (formerRound === true ? 1 : 0);
  const isReopened = liaison.phase === "completed" || formerRound === true;
  const moved: Liaison = {
    ...liaison,
    phase: to,
    round,
    turnsAsked: 0,
    exchanges: isReopened ? reopening(liaison, { to, round }) : liaison.exchanges,
    phase_transitions: [
      ...liaison.phase_transitions,
      { from: liaison.phase, to, at, reason, round },
    ],
  };
  if (to !== "problem_definition") return moved;
  const { unsettled: _, assessment: __, ...rest } = moved;
  return { ...rest, published: 0, progress: [] };
}
