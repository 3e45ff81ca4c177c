import type { Clarification } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import { textSimilarity } from "../../domain/requests/similarity.ts";
import type { SuggestedQuestion } from "../../ports/model/understanding.ts";
import { MAX_SUGGESTED_QUESTIONS } from "../text/limits.ts";
import { readList, readParts, readShare, readText, readTexts } from "./read-parts.ts";

/** The limit of what is read from a model that goes on writing. */
const MAX_DRAFTS = 24;
const MAX_OPTIONS = 4;
const MAX_TOPIC = 80;
const MAX_QUESTION = 300;
const MAX_OPTION = 120;
const SAME_TOPIC = 0.66;
const SAME_QUESTION = 0.75;

export type Topic = Pick<Clarification, "topic" | "question">;

/** Questions that were not asked before, each topic once, most valuable first. */
export function readQuestions(
  value: unknown,
  asked: readonly Topic[],
): readonly SuggestedQuestion[] {
  const kept: SuggestedQuestion[] = [];
  for (const draft of readList(value, MAX_DRAFTS, readQuestion)) {
    if (![...asked, ...kept].some((other) => isSameTopic(draft, other))) kept.push(draft);
  }
  return kept.toSorted((one, other) => other.value - one.value).slice(0, MAX_SUGGESTED_QUESTIONS);
}

export function isSameTopic(one: Topic, other: Topic): boolean {
  return (
    textSimilarity(one.topic, other.topic) >= SAME_TOPIC ||
    textSimilarity(one.question, other.question) >= SAME_QUESTION
  );
}

/** Options that can be shown: each once, few, on one line. */
export function readOptions(value: unknown): readonly string[] {
  return readTexts(value, MAX_OPTIONS, MAX_OPTION);
}

/** The parts that every question needs; undefined if one is missing. */
export function readTopic(value: unknown): Topic | undefined {
  const parts = readParts(value);
  const topic = readText(parts["topic"], MAX_TOPIC);
  const question = readText(parts["question"], MAX_QUESTION);
  return topic === "" || question === "" ? undefined : { topic, question };
}

function readQuestion(value: unknown): SuggestedQuestion | undefined {
  const topic = readTopic(value);
  if (topic === undefined) return undefined;
  const parts = readParts(value);
  const fallback = readText(parts["default"], MAX_OPTION);
  const why = readText(parts["why"], MAX_QUESTION);
  return {
    ...topic,
    options: readOptions(parts["options"]),
    ...present({
      default: fallback === "" ? undefined : fallback,
      why: why === "" ? undefined : why,
    }),
    value: readShare(parts["importance"], 0.5),
  };
}
