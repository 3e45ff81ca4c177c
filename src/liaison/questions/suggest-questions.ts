import { present } from "../../domain/present.ts";
import type { SuggestedQuestion } from "../../ports/model/understanding.ts";
import { slotKindOf } from "../cases/library.ts";
import type { Contradiction } from "../specification/contradictions.ts";
import { MAX_SUGGESTED_QUESTIONS } from "../text/limits.ts";
import type { LiaisonMessages } from "../wording/liaison-messages.ts";
import { type Detail, isSameDetail, type Named } from "./detail.ts";
import { isTold, type ToldFacts } from "./told-facts.ts";

export interface SuggestInput {
  readonly details: readonly Detail[];
  readonly facts: ToldFacts;
  /** Topics that were asked for, whatever became of them. */
  readonly asked: readonly string[];
  readonly contradictions: readonly Contradiction[];
  /** More questions about details are none. */
  readonly most: number;
  /** What has to be known before any detail. */
  readonly first: readonly SuggestedQuestion[];
  readonly say: LiaisonMessages["say"];
}

/** What is worth asking now, by its value: nothing that was said or asked already. */
export function suggestQuestions(input: SuggestInput): readonly SuggestedQuestion[] {
  const asked = input.asked.map((topic) => ({ topic, kind: slotKindOf(topic) }));
  const first = urgent(input).filter((one) => !input.asked.includes(one.topic));
  const taken: Named[] = [
    ...asked,
    ...first.map(({ topic }) => ({ topic, kind: slotKindOf(topic) })),
  ];
  const others = input.first.length > 0 ? [] : chooseDetails(input, taken);
  return [...first, ...others].slice(0, MAX_SUGGESTED_QUESTIONS);
}

function chooseDetails(
  { details, facts, most }: SuggestInput,
  taken: Named[],
): readonly SuggestedQuestion[] {
  const chosen: Detail[] = [];
  for (const detail of details) {
    if (isTold(detail, facts) || taken.some((one) => isSameDetail(one, detail))) continue;
    taken.push(detail);
    chosen.push(detail);
    if (chosen.length >= most) break;
  }
  return chosen.map(questionOf);
}

/** The subject, and which of two contradictions holds. */
function urgent({ contradictions, first, say }: SuggestInput): readonly SuggestedQuestion[] {
  return [
    ...first,
    ...contradictions.map(({ words, topic, options }) => ({
      topic,
      question: say(options.length === 0 ? "ask.what.should" : "ask.which.holds", { words }),
      options,
      why: say("why.contradiction"),
      value: 1,
    })),
  ];
}

function questionOf(detail: Detail): SuggestedQuestion {
  const { topic, question, options, why, value } = detail;
  return {
    topic,
    question,
    options,
    ...present({ default: detail.default, why }),
    value: Math.round(value * 1000) / 1000,
  };
}
