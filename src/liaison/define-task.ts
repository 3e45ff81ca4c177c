import type { SpecificationConfidence } from "../domain/liaison/task-specification.ts";
import type { DefineInput, Definition } from "../ports/model/understanding.ts";
import { readConversation } from "./answers/read-conversation.ts";
import { caseTerms } from "./case-terms.ts";
import type { NearnessFinder } from "./cases/nearness.ts";
import { deriveSpecification } from "./derive-specification.ts";
import { isConfirmation } from "./intent-cues.ts";
import type { LearnedModels } from "./learned/learned-models.ts";
import type { Opening } from "./learned/readiness-scoring.ts";
import { expectedDetails } from "./questions/expected-details.ts";
import { asksForNothing, clarityOf, firstQuestions } from "./questions/opening.ts";
import { suggestQuestions } from "./questions/suggest-questions.ts";
import { namesObject, toldFacts } from "./questions/told-facts.ts";
import { type PersonWords, personWords } from "./specification/person-words.ts";
import type { Statement } from "./specification/statement.ts";
import { confidenceOf, SUFFICIENT, settledScore, UNSURE } from "./sufficiency/confidence.ts";
import { coverageOf } from "./sufficiency/coverage.ts";
import { hedgeRate } from "./sufficiency/hedges.ts";
import { missingAspects } from "./sufficiency/missing-aspects.ts";
import { exactnessOf } from "./sufficiency/richness.ts";
import { conversationLanguage } from "./text/language.ts";
import { MAX_SUGGESTED_QUESTIONS } from "./text/limits.ts";
import { wordingIn } from "./wording/wording.ts";

const MAX_COMPARED = 2_000;
const MOST_COUNTED = 20;
/** Of a task of no known kind, hardly anything is known to be needed. */
const MOST_OF_NO_KIND = 2;
/** "We need an SBOM", "help with my project": what it is for tells more than when. */
const WANTS_A_THING = /(?<!\p{L})(?:need an? |need some |help |need \p{L}+ with )/iu;

/**
 * What the person's words amount to. The same input gives the same result.
 */
export async function defineTask(
  input: DefineInput,
  learned: LearnedModels,
  nearness?: NearnessFinder,
): Promise<Definition> {
  const wording = await wordingIn(input.language ?? "en");
  const { say } = wording;
  const read = readConversation(input);
  const derived = await deriveSpecification(read, input, {
    nameScore: learned.nameScore,
    nearness,
  });
  const { goal, statements, kind, contradictions, specification } = derived;
  const said = personWords(input.exchanges);
  const language = await conversationLanguage(read.words, newestWords(said));
  const facts = toldFacts(statements, goal, read.material.length > 0);
  const task = taskWords(statements);
  const { clarifications } = read;
  const details = expectedDetails({
    found: kind.found,
    goal: goal?.said ?? "",
    isNamedWish:
      goal?.isRequest === true && !WANTS_A_THING.test(goal.said) && namesObject(goal.said),
    cases: input.cases,
    said: facts.said,
    terms: caseTerms(task),
    messages: wording,
  });
  const coverage = coverageOf({
    details,
    facts,
    clarifications,
    goal: clarityOf(facts.said, kind),
  });
  const hedges = hedgeRate(read.words);
  const isOpening = input.clarifications.length === 0 && input.former?.version === undefined;
  const isUnsure = isOpening && (hedges >= UNSURE || asksForNothing(statements, kind));
  const counted = confidenceOf(
    {
      coverage,
      vagueness: learned.vagueness(task),
      hasGoal: goal !== undefined,
      isOpening,
      isUnsure,
      hedges,
      contradictions: contradictions.length,
      exactness: exactnessOf(facts.said) + Math.min(statements.length, MOST_COUNTED),
      isConfirmed: input.former !== undefined && isConfirmation(said.at(-1)?.text ?? ""),
      isUnderstood: language.isUnderstood,
    },
    wording,
  );
  const first = firstQuestions(goal === undefined ? undefined : facts.said, kind, {
    say,
    isUnsure,
  });
  const most = kind.found === undefined ? MOST_OF_NO_KIND : MAX_SUGGESTED_QUESTIONS;
  const asked = input.clarifications.map(({ topic }) => topic);
  const questions = suggestQuestions({ most, details, facts, contradictions, say, first, asked });
  const wantsToProceed = goal !== undefined && read.wantsToProceed;
  const opening = {
    confidence: counted,
    values: questions.map(({ value }) => value),
    requirements: specification.requirements.length,
    limits: specification.constraints.length,
    words: read.words,
  };
  const isLeftOpen = isOpening && language.isUnderstood && !wantsToProceed;
  const confidence = settled(learned, opening, isLeftOpen);
  return {
    specification: { ...specification, confidence },
    is_sufficient: confidence.score >= SUFFICIENT,
    missing_aspects: missingAspects(coverage, statements, goal),
    suggested_questions: questions,
    contradictions: contradictions.map(({ words }) => words),
    answered: read.answered,
    taken_out: read.takenOut,
    language,
    wantsToProceed,
  };
}

/** Where the openings of others tell surely whether to ask first, they decide, and not the count of what is known. */
function settled(
  learned: LearnedModels,
  opening: Opening,
  isLeftOpen: boolean,
): SpecificationConfidence {
  const { confidence, requirements } = opening;
  const isContradicted = confidence.confidence_factors.consistency < 1;
  if (!isLeftOpen || requirements === 0 || isContradicted) return confidence;
  const score = settledScore(learned.readiness(opening), confidence.score);
  return score === confidence.score ? confidence : { ...confidence, score };
}

function newestWords(said: readonly PersonWords[]): string {
  return said
    .filter(({ isNewest }) => isNewest)
    .map(({ text }) => text)
    .join("\n");
}

/** The request with what was said beside it, but without the answers to questions about it. */
function taskWords(statements: readonly Statement[]): string {
  return statements
    .filter(({ kind, topic }) => kind !== "small_talk" && topic === undefined)
    .map(({ said }) => said)
    .join(". ")
    .slice(0, MAX_COMPARED);
}
