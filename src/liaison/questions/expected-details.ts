import { present } from "../../domain/present.ts";
import type { MessageLanguage } from "../../messages/message-language.ts";
import type { KnownCase } from "../../ports/model/understanding.ts";
import { kindTitle } from "../cases/kind-title.ts";
import { GENERIC_CASE, slotKindOf, unknownCase } from "../cases/library.ts";
import type { CaseSlot, TaskCase } from "../cases/task-case.ts";
import type { LiaisonMessages } from "../wording/liaison-messages.ts";
import { type Detail, isSameDetail } from "./detail.ts";

/** A sensible assistant asks for such a detail; it assumes a less important one. */
const ASKED = 0.65;
/** How often people want to be asked for either. */
const WANTED = 0.6;
const SELDOM_WANTED = 0.05;
const MAX_DETAILS = 40;

export interface ExpectedInput {
  readonly found: TaskCase | undefined;
  /** The goal, as it was said. */
  readonly goal?: string;
  /** It asks for something to be done, and names with what. */
  readonly isNamedWish?: boolean;
  readonly cases: readonly KnownCase[];
  /** Everything that was said, which decides what such a task needs. */
  readonly said: string;
  /** Terms of the task, as `caseTerms` makes them. */
  readonly terms: readonly string[];
  readonly messages: LiaisonMessages;
}

/** Tasks with less in common are not similar. */
const LEAST_SIMILARITY = 0.25;
const MAX_CASES = 2_000;
const MAX_TOPICS = 30;
const MAX_SAID = 6_000;
/** How much one case of the same task counts for or against a detail. */
const WEIGHT = 0.5;
const IMPORTANCE = 0.7;

interface Vote {
  readonly known: KnownCase;
  readonly similarity: number;
}

/** What a task of this kind may need to know, most valuable first, each detail once. */
export function expectedDetails(input: ExpectedInput): readonly Detail[] {
  const { found, messages } = input;
  const why =
    found === undefined
      ? messages.say("why.most")
      : messages.say("why.kind", { kind: kindIn(found.name, messages.language) });
  const said = input.said.slice(0, MAX_SAID);
  const own = [...(found ?? unknown(input)).slots, ...(found === undefined ? RULED : [])]
    .filter((slot) => slot.if === undefined || slot.if.test(said))
    .map((slot) => libraryDetail(slot, why));
  return [...withKnownCases(own, input)]
    .sort((one, other) => other.value - one.value)
    .slice(0, MAX_DETAILS);
}

/** What only some tasks need whatever is to be made, such as the country for a passport. */
const RULED = GENERIC_CASE.slots.filter((slot) => slot.if !== undefined);

function unknown({ goal = "", isNamedWish = false, said }: ExpectedInput): TaskCase {
  const isRuled = RULED.some((slot) => slot.if?.test(said.slice(0, MAX_SAID)) === true);
  const named = isRuled ? NO_MORE : unknownCase(goal, isNamedWish);
  return named === GENERIC_CASE
    ? { ...named, slots: named.slots.filter((slot) => slot.if === undefined) }
    : named;
}

const NO_MORE: TaskCase = {
  ...GENERIC_CASE,
  slots: GENERIC_CASE.slots.filter((slot) => slot.if === undefined),
};

/** In English as the library has it, within a sentence. */
function kindIn(name: string, language: MessageLanguage): string {
  return language === "en" ? name : (kindTitle(name, language) ?? name);
}

function libraryDetail(slot: CaseSlot, why: string): Detail {
  const { topic, kind, importance, question, options } = slot;
  return {
    topic,
    kind,
    importance,
    question,
    options,
    why,
    value: (importance >= ASKED ? WANTED : SELDOM_WANTED) * importance,
    ...present({ default: slot.default, told: slot.told }),
  };
}

/**
 * Adjusts the details by what was asked about similar tasks here: up if people answered, down if
 * they left it to us. Details that were asked and answered only here are added.
 */
function withKnownCases(
  details: readonly Detail[],
  { cases, terms, messages }: ExpectedInput,
): readonly Detail[] {
  const why = messages.say("why.asked.before");
  return votesOf(cases, new Set(terms)).reduce((all, vote) => applyVote(all, vote, why), details);
}

/** For each topic, the case most similar to the task. */
function votesOf(cases: readonly KnownCase[], terms: ReadonlySet<string>): readonly Vote[] {
  const best = new Map<string, Vote>();
  for (const known of cases.slice(0, MAX_CASES)) {
    const similarity = similarityOf(known.terms, terms);
    if (similarity < LEAST_SIMILARITY) continue;
    const key = known.topic.toLowerCase();
    const earlier = best.get(key);
    if (earlier === undefined || earlier.similarity < similarity) {
      best.set(key, { known, similarity });
    }
  }
  return [...best.values()]
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, MAX_TOPICS);
}

/** Cosine of two sets. */
function similarityOf(words: readonly string[], terms: ReadonlySet<string>): number {
  if (words.length === 0 || terms.size === 0) return 0;
  let common = 0;
  for (const word of words) if (terms.has(word)) common += 1;
  return common / Math.sqrt(words.length * terms.size);
}

function applyVote(
  details: readonly Detail[],
  { known, similarity }: Vote,
  why: string,
): readonly Detail[] {
  const { topic, question, options, isAnswered } = known;
  const named = { topic, kind: slotKindOf(topic) };
  const weight = WEIGHT * similarity;
  const at = details.findIndex((detail) => isSameDetail(detail, named));
  if (at !== -1) {
    const change = (value: number) =>
      isAnswered ? value + (1 - value) * weight : value * (1 - weight);
    return details.map((detail, index) =>
      index === at ? { ...detail, value: change(detail.value) } : detail,
    );
  }
  if (!isAnswered) return details;
  return [...details, { ...named, question, options, why, importance: IMPORTANCE, value: weight }];
}
