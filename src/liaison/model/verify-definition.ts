import {
  type ConfidenceFactors,
  MAX_TITLE_LENGTH,
} from "../../domain/liaison/task-specification.ts";
import { present } from "../../domain/present.ts";
import type { DefineInput, Definition } from "../../ports/model/understanding.ts";
import { type LiaisonMessages, liaisonMessages } from "../wording/liaison-messages.ts";
import { agreementOf, blendScores, readingOf } from "./agreement.ts";
import {
  readAnswered,
  readCapabilities,
  readClaims,
  readContext,
  readContradictions,
} from "./claim-drafts.ts";
import { hasProceeding } from "./consent-words.ts";
import { createEvidence, type Evidence } from "./evidence.ts";
import { isSameTopic, readQuestions, type Topic } from "./question-drafts.ts";
import { readParts, readShare, readText, readTexts, roundShare } from "./read-parts.ts";
import { readRequirements } from "./requirement-drafts.ts";

const MAX_DESCRIPTION = 1_000;
const MAX_REASONING = 500;
const MAX_ASPECTS = 12;
const MAX_ASSUMPTIONS = 20;
const MAX_LENGTH = 300;
const MAX_PROCEEDING = 120;
const OF_MODEL = 0.6;
/** Below this agreement, the model's claim that enough is known does not count. */
const LEAST_AGREEMENT = 0.5;

/**
 * What holds of a model's reading; undefined if nothing does although there is something to read.
 */
export function verifyDefinition(
  value: unknown,
  input: DefineInput,
  embedded: Definition,
): Definition | undefined {
  const parts = readParts(value);
  const person = input.exchanges.filter(({ role }) => role === "human");
  const evidence = createEvidence(person, input.now);
  const known = [input.former?.requirements ?? [], embedded.specification.requirements];
  const drafts = readRequirements(parts["requirements"], evidence, { requirements: known });
  const isNothing = drafts.requirements.length === 0;
  if (isNothing && embedded.specification.requirements.length > 0) return undefined;

  const { specification } = embedded;
  const judged = judge(parts, drafts, {
    embedded,
    say: liaisonMessages(input.language ?? "en").say,
  });
  // Other code reads what the embedded engine found by name, such as a resolved date.
  const context = { ...readContext(parts["context"], evidence), ...specification.context };
  const settled = [...input.clarifications, ...Object.keys(context).map(topicOf)];
  const open = input.clarifications.filter(({ status }) => status === "open");
  const answered = readAnswered(parts["answered"], open, evidence);
  const others = embedded.answered.filter(({ topic }) => answered.every((a) => a.topic !== topic));
  return {
    specification: {
      title: saidText(parts["title"], MAX_TITLE_LENGTH, evidence) || specification.title,
      description:
        saidText(parts["description"], MAX_DESCRIPTION, evidence) || specification.description,
      requirements: drafts.requirements,
      constraints: orOther(readClaims(parts["constraints"], evidence), specification.constraints),
      success_criteria: orOther(
        readClaims(parts["success_criteria"], evidence),
        specification.success_criteria,
      ),
      required_capabilities: orOther(
        readCapabilities(parts["required_capabilities"]),
        specification.required_capabilities,
      ),
      context,
      assumptions: union(
        [...drafts.assumptions, ...readTexts(parts["assumptions"], MAX_ASSUMPTIONS, MAX_LENGTH)],
        specification.assumptions,
      ).slice(0, MAX_ASSUMPTIONS),
      confidence: judged.confidence,
    },
    is_sufficient: judged.isSufficient,
    missing_aspects: readTexts(parts["missing_aspects"], MAX_ASPECTS, MAX_LENGTH),
    suggested_questions: readOpenQuestions(parts, settled, embedded),
    contradictions: union(
      readContradictions(parts["contradictions"], evidence),
      embedded.contradictions,
    ),
    answered: [...answered, ...others],
    ...present({ taken_out: embedded.taken_out }),
    language: languageOf(parts["language"], embedded),
    wantsToProceed: embedded.wantsToProceed || wantsToProceed(parts, person),
  };
}

type Parts = Readonly<Record<string, unknown>>;

function judge(
  parts: Parts,
  { requirements, support }: ReturnType<typeof readRequirements>,
  { embedded, say }: { readonly embedded: Definition; readonly say: LiaisonMessages["say"] },
) {
  const own = readParts(parts["confidence"]);
  const score = readShare(own["score"], 0);
  const isSaid = parts["is_sufficient"] === true && requirements.length > 0;
  const reading = {
    score,
    isSufficient: isSaid,
    descriptions: requirements.map(({ description }) => description),
  };
  const agreement = embedded.language.isUnderstood
    ? agreementOf(reading, readingOf(embedded))
    : undefined;
  const { confidence } = embedded.specification;
  const said = readText(own["reasoning"], MAX_REASONING);
  const comparison =
    agreement === undefined
      ? say("sure.model.only")
      : say("sure.agreement", { share: String(Math.round(agreement * 100)) });
  return {
    isSufficient: isSaid && (embedded.is_sufficient || (agreement ?? 1) >= LEAST_AGREEMENT),
    confidence: {
      score: blendScores({ model: score, embedded: confidence.score, support, agreement }),
      reasoning: `${said} ${comparison}`.trim(),
      confidence_factors: {
        ...factorsOf(own, confidence.confidence_factors, agreement !== undefined),
        support: roundShare(support),
        ...present({ agreement }),
      },
    },
  };
}

function factorsOf(
  own: Parts,
  embedded: ConfidenceFactors,
  isCompared: boolean,
): ConfidenceFactors {
  const mixed = (name: string) => {
    const other = embedded[name] ?? 0;
    const share = readShare(own[name], other);
    return isCompared ? roundShare(OF_MODEL * share + (1 - OF_MODEL) * other) : share;
  };
  return {
    ...embedded,
    clarity: mixed("clarity"),
    completeness: mixed("completeness"),
    consistency: mixed("consistency"),
  };
}

/** The model's questions; the other engine's if the model has none although too little is known. */
function readOpenQuestions(parts: Parts, settled: readonly Topic[], embedded: Definition) {
  const questions = readQuestions(parts["questions"], settled);
  if (questions.length > 0 || parts["is_sufficient"] === true) return questions;
  return embedded.suggested_questions.filter((question) =>
    settled.every((asked) => !isSameTopic(question, asked)),
  );
}

/** The model's own text, if it invents no number or date. */
function saidText(value: unknown, most: number, evidence: Evidence): string {
  const text = readText(value, most);
  return evidence.agrees(text) ? text : "";
}

/** A model reads more languages; it proves that by naming the language correctly. */
function languageOf(value: unknown, { language }: Definition): Definition["language"] {
  const isNamed = language.isSure && readText(value, 16).toLowerCase() === language.code;
  return { ...language, isUnderstood: language.isUnderstood || isNamed };
}

function wantsToProceed(parts: Parts, person: DefineInput["exchanges"]): boolean {
  const newest = person.at(-1);
  const quote = readText(parts["proceed_quote"], MAX_PROCEEDING);
  if (newest === undefined || quote === "") return false;
  const found = createEvidence([newest], newest.timestamp).find(quote);
  return found !== undefined && hasProceeding(found.sentence);
}

/** Details that were said need no question. */
function topicOf(name: string): Topic {
  return { topic: name.replaceAll("_", " "), question: "" };
}

function orOther(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.length === 0 ? others : some;
}

function union(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])];
}
