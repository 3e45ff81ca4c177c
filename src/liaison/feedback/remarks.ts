import type { Exchange } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import { wordsOf } from "../text/words.ts";
import { type Act, actOf } from "./acts.ts";
import {
  type AspectPolarity,
  type LearnedPolarity,
  polaritiesApart,
} from "./contrasted-sentiment.ts";
import { COLOUR_BLIND, mentionsOf } from "./dimension-words.ts";
import { isBesideIt, type Polarity, polarityFrom, polarityOf } from "./polarity.ts";
import { type Clause, clausesOf } from "./spans.ts";
import { thingOf } from "./thing.ts";
import { ordersOf } from "./wishes/orders.ts";
import { type RequestKind, requestKindOf } from "./wishes/request-words.ts";

/** A clause and what it amounts to. */
export interface Remark extends Clause, Polarity {
  readonly dimensions: readonly string[];
  /** For each side, if it praises one and blames another. */
  readonly apart?: ReadonlyMap<string, Polarity>;
  readonly request?: RequestKind;
  /** What it is about, in its own words. */
  readonly thing?: string;
  /** Says explicitly whether the whole is accepted. */
  readonly act?: Act;
  readonly isSarcastic: boolean;
  /** Its subject is a pronoun or missing, so it continues the previous clause. */
  readonly isContinuing: boolean;
}

/** A wish mildly says that something is missing. */
const WISH: Polarity = { value: -0.45, weight: 0.8 };
const OPPOSED: Polarity = { value: -0.5, weight: 0.7 };
/** Words that "but" takes back count less. */
const DISCOUNT = 0.7;
/** Words that may be ironic count little in either direction. */
const SARCASTIC: Polarity = { value: -0.4, weight: 0.4 };
/** The learned model is trusted from this probability on. */
const SURE = 0.4;
const PRONOUN =
  /^(?:and |but |so |also |because |which |though )*(?:it|they|them|this|that|these|those|which|it's|they're|that's)(?:'[a-z]+)?\s/;
const NO_SUBJECT =
  /^(?:and |but |so |also |yet )*(?:is|are|was|were|has|have|does|do|did|doesn't|isn't|aren't|wasn't|lacks?|crashes|fails|needs?|should|could|contains?|takes|looks|feels|seems|misses)\s(?!you|it|we|i|they|the|this|there|that|my|your)/;
const QUESTION_OF_MEANING =
  /^(?:and |but |so )?(?:what|why|which|where|who|how) (?:does|do|is|are|did|was|were|can) /;

/** What was learned elsewhere about how people say things. */
export interface Learned {
  readonly clause: (text: string) => LearnedPolarity;
  readonly aspect: AspectPolarity;
}

export function remarksOf(exchanges: readonly Exchange[], learned: Learned): readonly Remark[] {
  const clauses = clausesOf(exchanges);
  const sarcastic = sarcasticSentences(clauses);
  const isColourBlind = clauses.some(({ plain }) => COLOUR_BLIND.test(plain));
  const remarks: Remark[] = [];
  for (const clause of clauses) {
    const isSarcastic = sarcastic.has(clause.sentence);
    remarks.push(remarkOf(clause, { isSarcastic, isColourBlind, before: remarks.at(-1), learned }));
  }
  return remarks.map((remark) => withCompany(remark, remarks));
}

/** "It costs 520, and the column is missing": what stands beside blame alone is part of it. */
const BESIDE_BLAME: Polarity = { value: -0.3, weight: 0.4 };

/** A plain statement in a sentence, or beside irony, means what its company means. */
function withCompany(remark: Remark, all: readonly Remark[]): Remark {
  if (remark.act !== undefined || remark.request !== undefined) return remark;
  if (remark.value < 0 || !isPlain(remark)) return remark;
  const near = all.filter(
    (one) =>
      one !== remark &&
      one.exchange === remark.exchange &&
      (one.sentence === remark.sentence || one.isSarcastic) &&
      !(isPlain(one) && !one.isSarcastic),
  );
  if (near.length === 0 || near.some(({ value }) => value >= 0)) return remark;
  return { ...remark, ...BESIDE_BLAME };
}

/** No word of it judges. */
function isPlain({ plain }: Remark): boolean {
  return polarityOf(plain).weight === 0 && !isBesideIt(plain);
}

/** The cue may be in another clause of the sentence, or come later. */
function sarcasticSentences(clauses: readonly Clause[]): ReadonlySet<number> {
  const texts = new Map<number, string>();
  for (const { sentence, plain } of clauses) {
    texts.set(sentence, `${texts.get(sentence) ?? ""} ${plain}`);
  }
  const found = [...texts].filter(([, text]) => mayBeSarcastic(text));
  const ironic = new Set(found.map(([sentence]) => sentence));
  const exchanges = new Set(
    clauses.filter(({ sentence }) => ironic.has(sentence)).map(({ exchange }) => exchange),
  );
  // Praise beside it is meant no better.
  for (const { sentence, exchange, plain } of clauses) {
    if (exchanges.has(exchange) && polarityOf(plain).value > 0) ironic.add(sentence);
  }
  return ironic;
}

interface Surroundings {
  readonly isSarcastic: boolean;
  readonly isColourBlind: boolean;
  readonly before: Remark | undefined;
  readonly learned: Learned;
}

function remarkOf(clause: Clause, around: Surroundings): Remark {
  const { isSarcastic, isColourBlind, before, learned } = around;
  const act = actOf(clause.plain);
  const request = requestOf(clause, act);
  const isPlain = request === undefined && act === undefined && !isSarcastic;
  const mentions = mentionsOf(clause.plain, isColourBlind);
  const apart = isPlain ? polaritiesApart(clause.plain, mentions, learned.aspect) : undefined;
  const isContinuing = continues(clause, before);
  const own = mentions.map(({ dimension }) => dimension);
  return {
    ...clause,
    ...(apart === undefined ? weighed(clause, { ...around, request }) : together(apart)),
    // In another sentence, "it" mostly means the whole.
    dimensions:
      isContinuing && own.length === 0 && isBeside(clause, before)
        ? before.dimensions
        : sidesOf(own, request),
    ...present({
      apart,
      request,
      act,
      thing: thingOf(clause.plain) ?? thingBefore(clause, before),
    }),
    isSarcastic,
    isContinuing: isContinuing || isNotSo(clause),
  };
}

/** "It", "they": what the clause before it was about. */
function thingBefore(clause: Clause, before: Remark | undefined): string | undefined {
  return continues(clause, before) && before?.exchange === clause.exchange
    ? before.thing
    : undefined;
}

function isBeside({ sentence }: Clause, before: Remark | undefined): before is Remark {
  return before?.sentence === sentence;
}

function continues(clause: Clause, before: Remark | undefined): boolean {
  return PRONOUN.test(clause.plain) || (isBeside(clause, before) && NO_SUBJECT.test(clause.plain));
}

function together(apart: ReadonlyMap<string, Polarity>): Polarity {
  const values = [...apart.values()].map(({ value }) => value);
  return { value: values.reduce((sum, value) => sum + value, 0) / values.length, weight: 1 };
}

/** "12 March! Not 21!" */
const NOT_SO =
  /^(?:and |but )?not (?:the |a |an |on |at |in )?[\p{L}\d.,:'-]{1,30}(?: [\p{L}\d.,:'-]{1,30})?[!. ]*$/u;

/** A number or a name is denied; "not bad" is praise. */
function isNotSo({ plain, text }: Clause): boolean {
  return NOT_SO.test(plain) && /[\p{Lu}\d]/u.test(text.slice(4));
}

/** "Only: two of the courses have almonds in them." */
const RESERVES =
  /^(?:but|only|except|however|(?:just |only )?one (?:little |small )?(?:thing|problem|catch))[.:!\s]*$/;

/** What follows praise and "but" is the part that is not praised, whatever the words. */
function isOpposed({ plain, sentence }: Clause, before: Remark | undefined): boolean {
  if (before === undefined) return false;
  if (RESERVES.test(before.plain)) return true;
  if (before.value <= 0) return false;
  if (before.sentence === sentence - 1) return /^(?:but|only|except|however)\b/.test(plain);
  if (before.sentence !== sentence) return false;
  return before.isDiscounted || /\b(?:though|however)$/.test(plain.replace(/[.!]+$/, ""));
}

/** Missing things are a matter of completeness, whatever they are. */
function sidesOf(own: readonly string[], request: RequestKind | undefined): readonly string[] {
  return own.length === 0 && request === "lacks" ? ["completeness"] : own;
}

const ENGLISH = ordersOf("en");
const LEADING_IN = /:$|^(?:please )?(?:change|changes|fix|to do|todo|remarks?|points?|comments?)$/;

function requestOf(clause: Clause, act: Act | undefined): RequestKind | undefined {
  const { plain, isItem } = clause;
  if (act === undefined) {
    const kind = requestKindOf(plain);
    // A list of remarks is a list of changes.
    const isPoint = isItem && polarityOf(plain).value < 0.2 && !LEADING_IN.test(plain);
    const isWish = isPoint || isNotSo(clause) || ENGLISH.isOrder(plain);
    return kind ?? (isWish ? "asked" : undefined);
  }
  return act.kind === "conditional" ? "asked" : undefined;
}

interface Weighing extends Surroundings {
  readonly request: RequestKind | undefined;
}

function weighed(clause: Clause, around: Weighing): Polarity {
  if (around.isSarcastic) return SARCASTIC;
  const own = polarityOf(clause.plain);
  if (around.request !== undefined) return own.value < WISH.value ? own : WISH;
  if (own.weight === 0) return unspoken(clause, around);
  const isTakenBack = clause.isDiscounted && own.value > 0;
  return isTakenBack ? { ...own, weight: own.weight * DISCOUNT } : own;
}

function unspoken(clause: Clause, { before, learned }: Weighing): Polarity {
  const found = fromLearned(clause, learned);
  return found.weight === 0 && isOpposed(clause, before) ? OPPOSED : found;
}

/** If no word is known, a confident learned model counts a little. */
function fromLearned({ plain }: Clause, learned: Learned): Polarity {
  if (QUESTION_OF_MEANING.test(plain)) return polarityFrom(-0.4);
  if (wordsOf(plain).length < 4 || isBesideIt(plain)) return { value: 0, weight: 0 };
  const { negative, positive } = learned.clause(plain);
  const lean = positive - negative;
  return Math.abs(lean) < SURE ? { value: 0, weight: 0 } : { value: lean * 0.8, weight: 0.6 };
}

/** It finds fault with something, whatever the words. */
export function isComplaint({ value, weight, act, apart }: Remark): boolean {
  const isVerdict = act !== undefined && (act.isFirm || act.kind === "accept");
  if (isVerdict) return false;
  const said = apart === undefined ? [{ value, weight }] : [...apart.values()];
  return said.some((one) => one.value < -0.3 && one.weight > 0.3);
}

const CUES: readonly RegExp[] = [
  /(?:^|\s)\/s(?:\s|$)/,
  /🙄|🤡|😏/u,
  /\bwho(?:'s| is| was) (?:ever |even )?supposed to\b/,
  /\byeah,? right\b|\bas if\b|\bthanks for nothing\b|\bway to go\b.*\b(?:broke|wrong|lost)\b/,
  /\b(?:oh|ah|wow|well),? (?:great|wonderful|brilliant|fantastic|perfect|lovely|super)[,!.…]/,
  /\bjust what (?:i|we) (?:always )?(?:needed|wanted)\b.*\b(?:another|more)\b/,
  /\b(?:great|brilliant|wonderful|fantastic|lovely)[,!]? (?:another|yet another|so now)\b/,
  /["“'](?:great|useful|helpful|finished|complete|accurate|creative|improved|perfect|professional|done)["”']/,
  /\b(?:love|loved|like) how (?:it|they|the|this|you)\b.*\b(?:crash|fail|wrong|never|nothing|ignor|forg|break|broke|lost|missing|doesn't|slow)/,
  /\bhow (?:wonderful|lovely|nice|helpful|clever),? (?:that|how|of)\b/,
  /\b(?:congratulations|congrats|bravo|well done|nice going|good going|kudos|hats off|(?:nice|great|good) (?:work|job))[,!.: ]+(?:on |for |to )?(?:you(?:'ve| have)? (?:managed|found|succeeded|forgot|lost|broke)|managing|forgetting|ignoring|losing|breaking|missing|getting)\b/,
  /\bmanaged (?:to )?(?:lose|forget|break|miss|ignore|delete|misspell|make it worse)\b/,
  /\bgroundbreaking\b|\b(?:nobody|no one) (?:has |had )?ever (?:thought|seen|heard|done)\b|\bslow clap\b|\bwhat a surprise\b/,
  /\b(?:thanks|thank you)(?: a lot| so much)? for (?:ruining|wasting|deleting|ignoring|forgetting|breaking|the extra work)\b/,
  /\b(?:because )?who (?:needs|doesn't (?:love|need|want)|wouldn't want)\b|\bas always,? (?:great|perfect|brilliant)\b/,
  /^(?:great|brilliant|perfect|wonderful|fantastic|lovely|super|awesome|nice)[,.!… ]+(?:now|so|another|just what|only)\b/,
];

/** Whether a sentence may be ironic; it is then only half believed. */
function mayBeSarcastic(text: string): boolean {
  return CUES.some((cue) => cue.test(text)) && polarityOf(text).value > -0.9;
}
