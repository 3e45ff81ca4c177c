import type { DefineInput, Definition } from "../ports/model/understanding.ts";
import { readConversation } from "./answers/read-conversation.ts";
import { caseTerms } from "./case-terms.ts";
import { deriveSpecification } from "./derive-specification.ts";
import { isConfirmation } from "./intent-cues.ts";
import { conversationLanguage } from "./language.ts";
import type { LearnedModels } from "./learned/learned-models.ts";
import type { Detail } from "./questions/detail.ts";
import { expectedDetails } from "./questions/expected-details.ts";
import { suggestQuestions } from "./questions/suggest-questions.ts";
import { type ToldFacts, toldFacts } from "./questions/told-facts.ts";
import { type PersonWords, personWords } from "./specification/person-words.ts";
import type { Statement } from "./specification/statement.ts";
import { confidenceOf } from "./sufficiency/confidence.ts";
import { coverageOf } from "./sufficiency/coverage.ts";
import { hedgeRate } from "./sufficiency/hedges.ts";
import { missingAspects } from "./sufficiency/missing-aspects.ts";
import { wordsOf } from "./text/words.ts";

/** A specification with at least this score is enough to begin. */
const SUFFICIENT = 0.8;
const LEARNED_TOPICS = 24;
/** Input limit of the learned models, which were trained on tasks of a few sentences. */
const MAX_JUDGED = 2_000;
/** Very short requests leave most things open, whatever was learned from longer ones. */
const FEW_WORDS = 8;
const FEW_WORDS_VAGUENESS = 0.7;
const QUESTION_WANTED = 0.3;
/** Four in five of the examples are vague; real tasks are vague less often. */
const VAGUE_ODDS = 0.4;

/**
 * What the person's words amount to, by rules and learned models. The same input gives the same
 * result.
 */
export async function defineTask(input: DefineInput, learned: LearnedModels): Promise<Definition> {
  const read = readConversation(input);
  const derived = await deriveSpecification(read, input);
  const { goal, found, contradictions, specification } = derived;
  const said = personWords(input.exchanges);
  const newest = newestWords(said);
  const language = await conversationLanguage(read.words, newest);
  const facts = toldFacts(read.statements, goal);
  const task = taskWords(read.statements);
  const isQuestion = goal?.kind === "question";
  const expected = expectedDetails({
    found,
    learned: goal === undefined ? [] : learned.rankTopics(task, LEARNED_TOPICS),
    familiarity: learned.familiarity(task),
    cases: input.cases,
    task,
    terms: caseTerms(task),
  });
  const details = isQuestion ? expected.map(lessWanted) : expected;
  const hasGoal = goal !== undefined;
  const coverage = coverageOf({ details, facts, clarifications: read.clarifications, hasGoal });
  const confidence = confidenceOf({
    vagueness: vaguenessOf(task, learned),
    coverage,
    hasGoal,
    hedges: hedgeRate(read.words),
    contradictions: contradictions.length,
    specifics: specificsOf(facts, read.statements),
    isConfirmed: input.former !== undefined && isConfirmation(said.at(-1)?.text ?? ""),
    isUnderstood: language.isUnderstood,
  });
  return {
    specification: { ...specification, confidence },
    is_sufficient: confidence.score >= SUFFICIENT,
    missing_aspects: missingAspects(coverage, read.statements, goal),
    suggested_questions: suggestQuestions({
      details,
      facts,
      contradictions,
      hasGoal,
      asked: input.clarifications.map(({ topic }) => topic),
    }),
    contradictions: contradictions.map(({ words }) => words),
    answered: read.answered,
    language,
    wantsToProceed: read.wantsToProceed,
  };
}

/** A question from the person is answered as it is; few details change the answer. */
function lessWanted(detail: Detail): Detail {
  return {
    ...detail,
    importance: detail.importance * QUESTION_WANTED,
    value: detail.value * QUESTION_WANTED,
  };
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
    .slice(0, MAX_JUDGED);
}

/**
 * Adjusts for a share of vague tasks other than that of the examples: the odds change by a factor.
 */
function shifted(probability: number): number {
  const odds = probability * VAGUE_ODDS;
  return odds / (odds + 1 - probability);
}

/** For the request alone: answers count through what is known. */
function vaguenessOf(task: string, learned: LearnedModels): number {
  const own = shifted(Math.min(1, Math.max(0, learned.vagueness(task))));
  return wordsOf(task).length <= FEW_WORDS ? Math.max(own, FEW_WORDS_VAGUENESS) : own;
}

function specificsOf({ kinds }: ToldFacts, statements: readonly Statement[]): number {
  const examples = statements.reduce((sum, one) => sum + Math.min(one.examples.length, 5), 0);
  return kinds.size + examples / 2;
}
