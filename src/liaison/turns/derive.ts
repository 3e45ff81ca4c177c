import type { Assessment, Clarification, Liaison } from "../../domain/liaison/liaison.ts";
import { derivedTask } from "../../domain/liaison/liaison.ts";
import { exchangesOfTask, openClarifications } from "../../domain/liaison/liaison-machine.ts";
import type { ClarifiedTopic, LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import { withoutMark } from "../../domain/liaison/long-message.ts";
import { present } from "../../domain/present.ts";
import type { Definition } from "../../ports/model/understanding.ts";
import { askedIn } from "../wording/asked-in.ts";
import type { Wording } from "../wording/wording.ts";
import { withAttached } from "./attached-material.ts";
import { type Specified, withImprovements } from "./improvements.ts";
import { newestWords, type Talk } from "./talk.ts";

/** What the person's words amount to now, and the steps that record it. */
export interface Derived {
  readonly definition: Definition;
  readonly specification: Specified;
  /** The calibrated score, which alone decides whether the task begins. */
  readonly score: number;
  readonly steps: readonly LiaisonStep[];
  /** Details after this turn's words. */
  readonly clarifications: readonly Clarification[];
}

export async function derive(talk: Talk): Promise<Derived> {
  const { liaison, understanding, now, cases } = talk;
  const former = derivedTask(liaison);
  const written = writtenAnswers(liaison);
  const exchanges = exchangesOfTask(liaison);
  const read = await understanding.define({
    exchanges: exchanges.map((one) => ({ ...one, content: withoutMark(one.content) })),
    clarifications: liaison.clarifications.map((one) => ({ ...one, ...answerTo(written, one) })),
    ...present({ former }),
    now,
    cases,
    language: talk.wording.language,
  });
  const definition = {
    ...read,
    suggested_questions: askedIn(talk.wording, read.suggested_questions, read.contradictions),
  };
  const answers = [...written, ...definition.answered.filter(({ topic }) => !has(written, topic))];
  const improved = withImprovements(withAttached(definition.specification, exchanges), liaison);
  const ownScore = improved.confidence.score;
  const specification = calibrated(improved, talk.calibrate(ownScore), talk.wording);
  return {
    definition,
    specification,
    score: specification.confidence.score,
    steps: [
      ...(answers.length === 0 ? [] : [{ type: "clarified", answers } as const]),
      { type: "specified", specification, ownScore, assessment: assessmentOf(definition) },
    ],
    clarifications: liaison.clarifications.map((one) => ({ ...one, ...answerTo(answers, one) })),
  };
}

function assessmentOf(definition: Definition): Assessment {
  const { is_sufficient, missing_aspects, suggested_questions } = definition;
  return {
    is_sufficient,
    missing_aspects,
    suggested_questions: suggested_questions.map(({ question }) => question),
  };
}

/** The values of a form: lines `detail: value`, which need no understanding. */
function writtenAnswers(liaison: Liaison): readonly ClarifiedTopic[] {
  const lines = newestWords(liaison).split("\n");
  return openClarifications(liaison).flatMap(({ topic }) => {
    const start = `${topic}:`.toLowerCase();
    const line = lines.find((one) => one.toLowerCase().startsWith(start));
    const answer = line?.slice(start.length).trim() ?? "";
    if (answer === "") return [];
    const isLeft = /^(you decide|up to you|whatever)\.?$/i.test(answer);
    return [isLeft ? { topic, status: "left_to_us" } : { topic, status: "answered", answer }];
  });
}

function answerTo(answers: readonly ClarifiedTopic[], one: Clarification): Partial<Clarification> {
  if (one.status !== "open") return {};
  return answers.find(({ topic }) => topic === one.topic) ?? {};
}

function has(answers: readonly ClarifiedTopic[], topic: string): boolean {
  return answers.some((one) => one.topic === topic);
}

function calibrated(specification: Specified, score: number, { say }: Wording): Specified {
  const { confidence } = specification;
  if (score === confidence.score) return specification;
  const own = confidence.score.toFixed(2);
  const learned = say("sure.calibrated", { own, score: score.toFixed(2) });
  const reasoning = `${confidence.reasoning} ${learned}`;
  return { ...specification, confidence: { ...confidence, score, reasoning } };
}
