import {
  type Acceptance,
  type DimensionFeedback,
  type RequirementFeedback,
  sentimentOf,
} from "../../domain/liaison/feedback.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { present } from "../../domain/present.ts";
import type { Interpretation, InterpretInput, Language } from "../../ports/model/understanding.ts";
import { type Span, splitSentences } from "../text/sentences.ts";
import { readEvidence } from "./evidence.ts";
import { followUpOf } from "./follow-up.ts";
import { type Hear, hearing, isWaiting, type JudgingActs, UNHEARD } from "./heard.ts";
import { heardRemarks } from "./heard-remarks.ts";
import { marksOf } from "./marks.ts";
import { readOther } from "./other-remarks.ts";
import type { PhraseBook } from "./phrase-lists.ts";
import { isHalfhearted } from "./polarity.ts";
import { isComplaint, type Learned, type Remark, remarksOf } from "./remarks.ts";
import { rootsOf } from "./roots.ts";
import { dimensionFeedbackOf, overallOf, scoreOf } from "./scores.ts";
import { suggestionsOf } from "./suggestions.ts";
import { type Verdict, verdictOf } from "./verdict.ts";
import { isAgreement } from "./wishes/agreement.ts";
import { type Orders, ordersOf } from "./wishes/orders.ts";
import { startsRequest } from "./wishes/request-words.ts";
import { asksBesideConsent, withWishesBeside } from "./wishes-beside.ts";

/** What was learned or found out elsewhere. */
export interface Senses {
  /** What the person says. */
  readonly language: Language;
  readonly learned: Learned;
  readonly acts: JudgingActs;
  /** For words that are not English. */
  readonly book?: PhraseBook | undefined;
}

/**
 * Highest confidence if the words are not understood, may mean the opposite, or say next to
 * nothing.
 */
const UNSURE = 0.3;
/** Weight of all words together; less is thin. */
const ENOUGH = 1;

interface Described {
  readonly id: string;
  readonly roots: ReadonlySet<string>;
}

/** A smaller overlap, weighted by rarity, is chance. */
const MIN_SHARE = 0.25;

/** Reads what the person says about a result; pure. Only their own words count. */
export function interpretFeedback(input: InterpretInput, senses: Senses): Interpretation {
  const { language } = senses;
  const read = readingOf(input.exchanges, senses);
  const { remarks } = read;
  const act = decidedIn(read, input.exchanges);
  const judged = withVerdict(remarks, act);
  const dimensions = dimensionFeedbackOf(judged);
  const suggestions = suggestionsOf(remarks);
  const overall = overallOf(dimensions);
  const weight = judged.reduce((total, one) => total + one.weight, 0);
  const isDoubtful = remarks.some(({ isSarcastic }) => isSarcastic);
  const isDecided = act?.isFirm === true;
  const verdict =
    read.isRead || isDecided
      ? acceptanceOf({
          act,
          suggestions,
          remarks: judged,
          overall,
          isDoubtful,
          isWeak: read.isWeak,
          isOpen: read.isOpen,
          isAsking: asksNow({ questions: read.questions, exchanges: input.exchanges }),
        })
      : undefined;
  const isUnclear = isDoubtful || weight < ENOUGH || isUnfounded(remarks);
  const isThin = !isDecided && (verdict === undefined || (suggestions.length === 0 && isUnclear));
  return {
    ...present({ verdict, explicit: isDecided ? verdict : undefined }),
    metrics: {
      overall_satisfaction: overall,
      acceptance_status: verdict ?? "needs_improvement",
      dimension_feedback: dimensions.map((one) => quotedFrom(one, input.exchanges)),
      improvement_suggestions: suggestions,
      interpretation_confidence: confidenceOf({
        weight,
        isDecided,
        isUnsure: isThin || isDoubtful || !read.isRead,
      }),
      requirement_feedback: requirementFeedbackOf(remarks, input.task),
    },
    isThin,
    asked: read.questions,
    isQuestion:
      read.isQuestion ||
      isAskedOnly(
        { verdict, isDecided, suggestions },
        { questions: read.questions, exchanges: input.exchanges },
      ),
    isHeld: isHeld(remarks),
    isWaiting: read.isWaiting && !isDecided,
    follow_up: followUpOf({
      isUnderstood: read.isRead,
      isThin,
      isDecided: isDecided || suggestions.length > 0,
      lacksReason: isUnexplained(verdict, suggestions),
      dimensions: dimensions
        .filter(({ confidence }) => confidence > 0.2)
        .map(({ dimension }) => dimension),
    }),
    language,
  };
}

/** "Sweet, I'll print it" closes it; "sweet, I'll look tonight" does not. */
function decidedIn(read: Reading, all: InterpretInput["exchanges"]): Verdict | undefined {
  const newest = all.findLast(({ role }) => role === "human");
  const own = read.remarks.filter(({ exchange }) => exchange === newest?.id);
  const isHarmless = own.every(({ request, value }) => request === undefined && value >= 0);
  const isAgreed =
    !read.isPutOff &&
    newest !== undefined &&
    isAgreement(newest.content, isHarmless) &&
    !own.some(({ isSarcastic, act }) => isSarcastic || act?.kind === "conditional");
  return isAgreed ? { status: "accepted", isFirm: true } : verdictOf(read.remarks, read.exchanges);
}

interface Reading {
  readonly exchanges: InterpretInput["exchanges"];
  readonly remarks: readonly Remark[];
  readonly questions: readonly string[];
  readonly isQuestion: boolean;
  readonly isPutOff: boolean;
  /** It puts the judgement off, or praises without warmth. */
  readonly isWeak: boolean;
  /** The newest words ask to wait. */
  readonly isWaiting: boolean;
  /** The newest words accept, and ask for something all the same. */
  readonly isOpen: boolean;
  readonly isRead: boolean;
}

function readingOf(exchanges: InterpretInput["exchanges"], senses: Senses): Reading {
  const { acts, book, language } = senses;
  const isKnown = book !== undefined || language.isUnderstood;
  const hear = isKnown ? hearing(acts, (text) => marksOf(text, book)) : () => UNHEARD;
  const read = readBy(exchanges, senses, hear);
  const orders = ordersOf(book?.code ?? "en");
  const newest = exchanges.findLast(({ role }) => role === "human");
  const waits = splitSentences(newest?.content ?? "").filter(({ text }) =>
    asksToWait(text, hear, orders),
  );
  const isApart = ({ exchange, start }: Remark) =>
    exchange !== newest?.id || !waits.some((one) => start >= one.start && start < one.end);
  const { remarks: said, isDoubted } = heardRemarks(read.remarks.filter(isApart), hear);
  const remarks = withWishesBeside(said, orders);
  return {
    ...read,
    remarks,
    isWaiting: waits.length > 0,
    isWeak: read.isWeak || isDoubted,
    isOpen: asksBesideConsent(remarks, orders),
  };
}

const LATER =
  /\b(?:can|could|may) (?:i|we) (?:please )?(?:look|read|check|answer|decide|think|get back|tell you)\b.{0,40}\b(?:later|tonight|tomorrow|next week|on [a-z]+day)\b/i;

const WAIT =
  /(?<!\p{L})(?:please (?:wait|hold)|hold it until|wait (?:until|till)|let me (?:sleep on|think about|think it over|mull)|(?:give|gimme) me (?:till|until|a (?:day|week|few|bit|little))|need to sleep on|bad (?:wifi|reception|connection)|haven'?t (?:opened|read|seen|looked at|tried) (?:it|that|this) yet|(?:bitte|noch) (?:noch )?(?:ab)?warten|warten? (?:sie )?(?:bitte|noch|bis|damit)|attendez|patientez|attends que|esper[ae]n? (?:a que|hasta)|espera|aspett(?:a|ate|i) (?:che|finché|a)|espere|aguarde|wacht (?:even|nog|tot|alsjeblieft)|poczekaj|zaczekaj)(?!\p{L})|待って|お待ち|等一下|等我|稍等/iu;

/** "I'll look at it properly tonight", "please wait until I have asked her". */
function asksToWait(text: Span["text"], hear: Hear, orders: Orders): boolean {
  const isAsked =
    startsRequest(text) || orders.isOrder(text) || /\b(?:could|can|would|will) you\b/i.test(text);
  return (isWaiting(hear(text)) && !isAsked) || LATER.test(text) || WAIT.test(text);
}

/** "Not bad! Who is Ms Hall?": whoever praises and asks has not decided. */
function asksNow({ questions, exchanges }: Pick<Reading, "questions" | "exchanges">): boolean {
  const newest = exchanges.findLast(({ role }) => role === "human")?.content ?? "";
  return questions.some((one) => newest.includes(one));
}

/** "Which exercises? It doesn't say": whoever asks, and names nothing to change, wants an answer. */
function isAskedOnly(
  { verdict, isDecided, suggestions }: Concluded,
  { questions, exchanges }: Pick<Reading, "questions" | "exchanges">,
): boolean {
  if (verdict !== "needs_improvement" || isDecided || suggestions.length > 0) return false;
  return asksNow({ questions, exchanges });
}

interface Concluded {
  readonly verdict: Acceptance | undefined;
  readonly isDecided: boolean;
  readonly suggestions: readonly string[];
}

function readBy(
  exchanges: InterpretInput["exchanges"],
  { language, learned, book }: Senses,
  hear: Hear,
): Omit<Reading, "isWaiting" | "isOpen"> {
  if (book !== undefined) {
    const read = readOther(exchanges, book, hear);
    return { ...read, exchanges, isWeak: read.isPutOff || read.isWeak, isRead: true };
  }
  const evidence = readEvidence(exchanges, hear);
  const said = evidence.exchanges.filter(({ role }) => role === "human");
  return {
    ...evidence,
    remarks: remarksOf(said, learned),
    isWeak: evidence.isPutOff || isHalfhearted(said.at(-1)?.content ?? ""),
    isRead: language.isUnderstood,
  };
}

function isUnexplained(verdict: Acceptance | undefined, suggestions: readonly string[]): boolean {
  return verdict !== undefined && verdict !== "accepted" && suggestions.length === 0;
}

/** "Mostly good, but …, and I was hoping …": no word of it is an order. */
function isHeld(remarks: readonly Remark[]): boolean {
  return (
    remarks.some(({ act }) => act?.kind === "improve" && !act.isFirm) &&
    remarks.every(({ plain: words }) => !startsRequest(words))
  );
}

/** What was blanked while reading stands in the quotes again. */
function quotedFrom(
  one: DimensionFeedback,
  exchanges: InterpretInput["exchanges"],
): DimensionFeedback {
  const contents = new Map(exchanges.map(({ id, content }) => [id, content]));
  return {
    ...one,
    supporting_quotes: one.quote_spans.map(
      ({ exchange, start, end }) => contents.get(exchange)?.slice(start, end) ?? "",
    ),
  };
}

/** "I don't like it": no side of the result and nothing that could be changed. */
function isUnfounded(remarks: readonly Remark[]): boolean {
  return remarks.some(isComplaint) && remarks.every(({ dimensions }) => dimensions.length === 0);
}

const OF_VERDICT: Readonly<
  Record<Acceptance, { readonly value: number; readonly weight: number }>
> = {
  accepted: { value: 0.8, weight: 1.2 },
  needs_improvement: { value: -0.3, weight: 0.8 },
  rejected: { value: -0.9, weight: 1.5 },
};

/** A verdict is evidence too: its clause counts for the whole, with at least this weight. */
function withVerdict(remarks: readonly Remark[], verdict: Verdict | undefined): readonly Remark[] {
  if (verdict === undefined) return remarks;
  const { value, weight } = OF_VERDICT[verdict.status];
  return remarks.map((remark) => {
    if (remark.act === undefined || remark.isSarcastic) return remark;
    const agrees = Math.sign(remark.value) === Math.sign(value) && remark.weight > weight;
    return agrees ? remark : { ...remark, value, weight };
  });
}

interface Grounds {
  readonly act: Verdict | undefined;
  readonly suggestions: readonly string[];
  readonly remarks: readonly Remark[];
  readonly overall: number;
  /** Part of it may mean the opposite of what it says. */
  readonly isDoubtful: boolean;
  /** It puts the judgement off, or praises without warmth. */
  readonly isWeak: boolean;
  /** What was asked for beside the consent is still to be done. */
  readonly isOpen: boolean;
  /** They want to know something first. */
  readonly isAsking: boolean;
}

/**
 * Explicit words come first, then requests, then the tone. Silence is no refusal and no consent:
 * without evidence there is no verdict.
 */
function acceptanceOf(grounds: Grounds): Acceptance | undefined {
  const { act, suggestions, remarks, overall, isDoubtful } = grounds;
  if (grounds.isOpen && suggestions.length > 0 && act?.status === "accepted")
    return "needs_improvement";
  if (act?.isFirm) return act.status;
  if (act?.status === "rejected" && !remarks.some(isRequested)) return "rejected";
  if (suggestions.length > 0 || act?.status === "needs_improvement") return "needs_improvement";
  if (isDoubtful || remarks.some(isComplaint)) return "needs_improvement";
  if (sentimentOf(overall).endsWith("negative")) return "needs_improvement";
  return isPraised(grounds) ? "accepted" : undefined;
}

function isRequested({ request, isSarcastic }: Remark): boolean {
  return request === "asked" && !isSarcastic;
}

/** "The rest is fine" says that something is not. */
const OF_THE_REST =
  /(?<!\p{L})(?:(?:the )?rest|everything else|all else|der rest|alles andere|lo demás|todo lo demás|el resto|le reste|tout le reste|il resto|tutto il resto|o resto|de rest|reszta)(?!\p{L})|残り|それ以外|ほかは|他は|其他|其余|别的都/iu;

function isPraised({ act, remarks, overall, isWeak, isAsking }: Grounds): boolean {
  if (isWeak || isAsking) return false;
  if (remarks.some(({ value, text }) => value > 0 && OF_THE_REST.test(text))) return false;
  if (act?.status === "accepted") return true;
  const praise = remarks.filter(({ value }) => value > 0.3);
  const weight = praise.reduce((total, one) => total + one.weight, 0);
  return weight >= ENOUGH && overall > 0.58;
}

interface Sureness {
  readonly weight: number;
  readonly isDecided: boolean;
  readonly isUnsure: boolean;
}

function confidenceOf({ weight, isDecided, isUnsure }: Sureness): number {
  const sureness = 1 - Math.exp(-(weight + (isDecided ? 1.5 : 0)) / 1.8);
  return Math.min(sureness, isUnsure ? UNSURE : 0.95);
}

/**
 * What was said about each requirement that somebody mentioned. A remark belongs to the
 * requirements that share most of its words; words that many requirements share count little.
 * Silence is no feedback: a requirement that nobody mentioned is left out, even if everything was
 * accepted.
 */
function requirementFeedbackOf(
  remarks: readonly Remark[],
  task: TaskSpecification | undefined,
): readonly RequirementFeedback[] {
  const described = (task?.requirements ?? []).map(
    ({ id, description, constraints, examples }) => ({
      id,
      roots: rootsOf([description, ...constraints, ...examples].join(" ")),
    }),
  );
  const weigh = weightsOf(described);
  const byRequirement = new Map<string, Remark[]>();
  for (const remark of remarks.filter(({ weight }) => weight > 0)) {
    for (const id of nearest(rootsOf(remark.text), described, weigh)) {
      byRequirement.set(id, [...(byRequirement.get(id) ?? []), remark]);
    }
  }
  return described.flatMap(({ id }) => {
    const evidence = byRequirement.get(id);
    if (evidence === undefined) return [];
    const { score, confidence } = scoreOf(evidence);
    return [{ requirement_id: id, sentiment: sentimentOf(score), confidence, score }];
  });
}

type Weigh = (root: string) => number;

function weightsOf(described: readonly Described[]): Weigh {
  const counts = new Map<string, number>();
  for (const { roots } of described) {
    for (const root of roots) counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return (root) => Math.log(1 + described.length / (counts.get(root) ?? described.length));
}

/** The best one, and those that are as good. */
function nearest(
  said: ReadonlySet<string>,
  described: readonly Described[],
  weigh: Weigh,
): readonly string[] {
  const shares = described.map(({ id, roots }) => ({ id, share: shareOf(said, roots, weigh) }));
  const best = Math.max(MIN_SHARE, ...shares.map(({ share }) => share));
  return shares.filter(({ share }) => share >= best).map(({ id }) => id);
}

/** The overlap relative to the shorter text: people name a requirement in a word or two. */
function shareOf(said: ReadonlySet<string>, roots: ReadonlySet<string>, weigh: Weigh): number {
  const total = (some: Iterable<string>) => [...some].reduce((sum, root) => sum + weigh(root), 0);
  const common = [...said].filter((root) => roots.has(root));
  if (common.length === 0) return 0;
  return total(common) / Math.min(total(said), total(roots));
}
