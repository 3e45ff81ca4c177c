import type { ClarifiedTopic } from "../../domain/liaison/liaison-steps.ts";
import { artefactIn } from "../cases/artefacts.ts";
import type { SlotKind, SlotValue } from "../cases/slot-kind.ts";
import { isCorrection } from "../corrections/is-correction.ts";
import { findSlots } from "../specification/find-slots.ts";
import { isRequest, isSmallTalk } from "../specification/statement-kind.ts";
import { saysWish } from "../specification/wish-words.ts";
import { withoutAsides } from "../text/asides.ts";
import { isAsked } from "../text/asked.ts";
import { type Beside, besideIn } from "../text/clause-act.ts";
import { listItems } from "../text/list-items.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { namedFact, withoutNamedLead } from "../values/named-detail.ts";
import { typedValues } from "../values/typed-values.ts";
import { likelyLanguage } from "../values/value-words.ts";
import { refuses } from "./assumed.ts";
import { isLeftToUs } from "./delegated-answers.ts";
import { fitsKind, hasForm, tellsKind } from "./fits-kind.ts";
import { withoutIntroduction } from "./introduction.ts";
import { namedOptions, optionByPlace } from "./name-options.ts";
import { isTopicOf } from "./named-lines.ts";
import type { OpenTopic } from "./open-topic.ts";

/** A longer clause is a wish of its own, not the answer to the one open question. */
const MAX_PLAIN_WORDS = 30;

/** "Audience: executives" says itself what it is about. */
const LABELLED = /^[\p{L}][\p{L} ]{1,40}:\s/u;

interface Free {
  readonly answers: readonly ClarifiedTopic[];
  readonly rest: readonly string[];
}

/** Answers in running text. Each clause goes to the open question that it fits best, or to none. */
export function freeAnswers(clauses: readonly string[], open: readonly OpenTopic[]): Free {
  const told = new Map<OpenTopic, string[]>();
  const rest: string[] = [];
  const add = (topic: OpenTopic, part: string) =>
    told.set(topic, [...(told.get(topic) ?? []), part]);
  for (const said of clauses) {
    const clause = withoutIntroduction(said);
    if (answersNothing(clause, open)) {
      rest.push(clause);
      continue;
    }
    const split = isLeftToUs(clause) ? undefined : splitAmong(clause, open);
    const { answers, rest: beside } = split ?? wholeAnswer(clause, open);
    for (const [topic, part] of answers) add(topic, part);
    rest.push(...beside);
  }
  giveToLast(rest, told, open);
  const answers = [...told].map(([topic, parts]) => answerFrom(topic, parts));
  return { answers, rest };
}

const NO_ANSWERS: ReadonlySet<Beside | undefined> = new Set<Beside | undefined>([
  "filler",
  "talk",
  "question",
  "undo",
  "wait",
]);
/** That nobody needs what was asked for leaves it open. */
const NEEDLESS =
  /(?<!\p{L})(?:(?:nobody|no one|niemand|keiner|nadie|personne|nessuno|ninguém|nikt) [^,;.!?]{0,30}?(?:needs?|has to|must|muss|braucht|tiene que|necesita|n['’]a besoin|doit|deve|ha bisogno|precisa|moet|hoeft|musi)|you (?:don['’]?t|do not|won['’]?t) need|(?:das|den|die|sie) (?:brauchen sie|brauchst du) nicht|no (?:hace falta|es necesario)|pas besoin de savoir|non (?:serve|occorre) saper|não é preciso saber|nie musi(?:cie|sz) wiedzieć)(?!\p{L})/iu;

/** "It says ‘invalid token’" tells something. */
const QUOTES = /["“„«「].+["”“»」]/u;
const TO_US =
  /(?:^|[\s,])(?:you|your|sie|du|ihr|tú|usted|vous|tu|lei|você|u|jullie|pan|pani)(?![\p{L}])/iu;

/** Talk, and a question back, are never the answer, unless they name an option. */
function answersNothing(clause: string, open: readonly OpenTopic[]): boolean {
  if (open.some(({ options }) => namedOptions(clause, options).length > 0)) return false;
  // "Acoustic, I think?" and "no hurry" answer, whatever they sound like.
  const isShort = clause.split(/\s+/, MAX_FREE_WORDS + 1).length <= MAX_FREE_WORDS;
  const isTold = (isShort && !TO_US.test(clause)) || QUOTES.test(clause);
  const beside = isTold ? undefined : besideIn(clause, "asked");
  return NEEDLESS.test(clause) || (NO_ANSWERS.has(beside) && !isLeftToUs(clause));
}

/**
 * The clause as the answer to the best-fitting question; if it fits none, it is kept beside the
 * answers.
 */
function wholeAnswer(clause: string, open: readonly OpenTopic[]): SplitClause {
  const topic = bestTopic(clause, open);
  if (topic === undefined) return { answers: [], rest: [clause] };
  const { said, beside } = withoutBeside(clause, topic);
  return { answers: [[topic, withoutLead(said, topic)]], rest: beside };
}

/** An answer that fits no question by its words goes to the only open one. */
function giveToLast(
  rest: string[],
  said: Map<OpenTopic, string[]>,
  open: readonly OpenTopic[],
): void {
  const untold = open.filter((topic) => !said.has(topic));
  const [only] = untold;
  const plain = rest.filter((one) => isPlainAnswer(one) && !answersNothing(one, open));
  const at = rest.indexOf((isTask(only) ? wishAmong(plain) : plain[0]) ?? "");
  const clause = rest[at];
  if (clause === undefined) return;
  const meant =
    untold.length === 1 ? only : (placeTopic(clause, untold) ?? freeTopic(clause, untold));
  if (meant === undefined || !mayAnswer(clause, meant)) return;
  said.set(meant, [withoutNamedLead(clause.replace(IT_IS, ""), meant.kind)]);
  rest.splice(at, 1);
}

function isTask(topic: OpenTopic | undefined): boolean {
  return topic?.topic === "task";
}

/** "A machine then. I have a shop and want a sign": the second says what is to be done. */
function wishAmong(clauses: readonly string[]): string | undefined {
  const asks = (one: string) => isRequest(one) || saysWish(one) || artefactIn(one) !== undefined;
  return clauses.find(asks) ?? clauses[0];
}

/** Nearly anything may answer what a thing says, is made from, or must keep to. */
const WIDE: ReadonlySet<SlotKind | undefined> = new Set<SlotKind | undefined>([
  "contents",
  "goal",
  "data",
  "constraints",
  "quality",
  "deliverable",
  undefined,
]);
/** Of somebody or something: no answer by itself to what it is for, where, or how. */
const OF_ITS_OWN =
  /^(?:i|i['’]m|i['’]ve|we|we['’]re|he|she|they|(?:his|her|my|our|their) \S+ (?:is|are|has)|ich|wir|er|mein\p{L}* \S+ (?:ist|heißt)|je|j['’]\p{L}+|nous|elle|(?:mon|ma|notre) \S+ (?:est|s['’])|(?:il |la )?(?:mio|mia|nostr[oa]) \S+ (?:è|si)|(?:mi|nuestr[oa]) \S+ (?:es|se)|ik|wij|hij|zij)(?!\p{L})/iu;

/** Whether a clause that names no question may be meant for this one. */
function mayAnswer(clause: string, topic: OpenTopic): boolean {
  const { kind, options } = topic;
  if (isOfOther(clause, topic)) return false;
  if (isTask(topic) || isLeftToUs(clause) || namedOptions(clause, options).length > 0) return true;
  if (kind === "deliverable") return namesResult(clause, topic);
  if (!fitsKind(clause, kind)) return kind === "audience" && isSomebody(clause);
  if (WIDE.has(kind) || hasForm(kind)) return true;
  return !(OF_ITS_OWN.test(clause) || refuses(clause) || isRequest(clause));
}

const FEW_OF_SOMEBODY = 5;
const SAYS_MORE =
  /(?<!\p{L})(?:would|should|could|must|will|can|is|are|was|has|have|do|does)(?!\p{L})/iu;

/** "For the supervisory board", "Mrs Halloran": no verb behind it. */
function isSomebody(clause: string): boolean {
  const bare = clause.replace(IT_IS, "");
  const isShort = bare.split(/\s+/, FEW_OF_SOMEBODY + 1).length <= FEW_OF_SOMEBODY;
  return isShort && !SAYS_MORE.test(bare) && findSlots(bare).length === 0;
}

const SOMEWHERE =
  /^(?:in|at|near|im|in der|bei|zu|en|chez|à|dans|da|nel|nella|a|em|no|na|bij|thuis|op|w|we|u) \S/iu;
const MOST_OF_PLACE = 6;

/** "In our flat" is where, and nobody's name. */
function isPlace(clause: string): boolean {
  const isShort = clause.split(/\s+/, MOST_OF_PLACE + 1).length <= MOST_OF_PLACE;
  return (
    isShort && SOMEWHERE.test(clause) && typedValues(clause, likelyLanguage(clause)).length === 0
  );
}

/** "England", where nothing else that is asked for has a name. */
const PROPER_NAME = /^(?:the )?\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,2}[.!]?$/u;

function placeTopic(clause: string, untold: readonly OpenTopic[]): OpenTopic | undefined {
  const isNamed =
    PROPER_NAME.test(clause) && untold.every(({ topic }) => !isTopicOf(topic, "name"));
  return isNamed || isPlace(clause) ? untold.find(({ kind }) => kind === "place") : undefined;
}

/** "The deadline is Monday" tells another detail, by its name. */
function isOfOther(clause: string, { topic, kind }: OpenTopic): boolean {
  const fact = namedFact(clause);
  if (fact !== undefined && fact.detail !== kind && !isTopicOf(topic, fact.detail)) return true;
  return isTopicOf(topic, "name") && isPlace(clause);
}

/** "It's the town council" answers "the town council". */
const IT_IS =
  /^(?:(?:it|that)(?:['’]s| is)|(?:das|es) (?:ist|sind)|es(?= (?:el|la|un|una) )|c['’]est|ce sont|è(?= (?:il|la|lo|un|una) )|é(?= (?:o|a|um|uma) )|(?:het|dat) (?:is|zijn)|to jest) (?=\S)/iu;

/** "From Leipzig" tells something, and no result. */
function namesResult(clause: string, { options }: OpenTopic): boolean {
  const isNamed = artefactIn(clause) !== undefined || namedOptions(clause, options).length > 0;
  return isNamed || isRequest(clause) || isLeftToUs(clause);
}

/** What a word or two may answer if nothing tells what they are about. */
const FREE_KINDS: ReadonlySet<SlotKind | undefined> = new Set<SlotKind | undefined>([
  "preferences",
  "contents",
  "purpose",
  "deliverable",
  undefined,
]);
const MAX_FREE_WORDS = 3;

/** "Sightseeing" answers what somebody likes, not what the budget is. */
function freeTopic(clause: string, untold: readonly OpenTopic[]): OpenTopic | undefined {
  const isBare = clause.trim().split(/\s+/, MAX_FREE_WORDS + 1).length <= MAX_FREE_WORDS;
  if (!isBare || isLeftToUs(clause) || isRequest(clause) || findSlots(clause).length > 0) {
    return undefined;
  }
  return untold.find(({ kind }) => FREE_KINDS.has(kind));
}

const LEAD =
  /^(?:(?:yes|ok(?:ay)?|sure|well|and|please|so)[\s,]+)*(?:(?:it|that|this)(?:['’]s| is| should be| will be| must be)|(?:i|we) (?:want|need|prefer)(?: it)?|(?:i|we)['’]d like(?: it)?|i think|let['’]?s (?:say|use|take|do)|make it)\s+(?:(?:for|to be|to)\s+)?(?=\S)/i;

/** Words that only announce a list. */
const LISTING =
  /^(?:(?:it|that|this) (?:should|must|could|needs to|has to) )?(?:show|display|include|list|contain|cover)s?(?: me| us)? (?=\S)/i;

/** "The audience is the executives" and "bars would work best" answer no more than their question. */
const NAMED = /^(?:the|our|my) (\p{L}+(?: \p{L}+)?) (?:is|are|will be|would be|should be) (?=\S)/iu;
const BEST =
  /(?<=\S) (?:would|will|might|should) (?:work|be|do|suit us|suit me)(?: (?:the )?(?:best|great|fine|good|nice|nicely|perfect|perfectly|ideal|well))?[.!]?$/i;

/** "It is for executives" answers "executives". */
function withoutLead(clause: string, { kind, words }: OpenTopic): string {
  const named = NAMED.exec(clause);
  const isName = named !== null && shareIn(contentOf(named[1] ?? ""), words) === 1;
  const answer = (isName ? clause.slice(named[0].length) : withoutNamedLead(clause, kind))
    .replace(LEAD, "")
    .replace(BEST, "");
  if (kind === "audience") return answer.replace(/^for (?=\S)/i, "");
  return kind === "contents" ? answer.replace(LISTING, "") : answer;
}

const BESIDE = /^(.{3,200}?),?\s+(?:and\s+)?(?:with|as|in)\s+(.{3,200})$/i;
/** Words that go with nearly any answer, and do not answer the question. */
const OWN_KINDS: ReadonlySet<SlotKind> = new Set<SlotKind>(["presentation", "format"]);

/**
 * "For the executives, with bar and line charts": the part after the answer counts as said beside
 * it.
 */
function withoutBeside(clause: string, topic: OpenTopic) {
  const [, said = "", beside = ""] = BESIDE.exec(clause) ?? [];
  const isOwn = findSlots(beside).some(
    ({ kind, value }) =>
      OWN_KINDS.has(kind) && kind !== topic.kind && value.length * 2 > beside.length,
  );
  return isOwn && contentOf(said).size > 0
    ? { said, beside: [beside] }
    : { said: clause, beside: [] };
}

function isPlainAnswer(clause: string): boolean {
  const words = clause.trim().split(/\s+/, MAX_PLAIN_WORDS + 1).length;
  const isWord = /^(?:yes|no|none|both|all|nothing)$/i.test(clause.trim());
  if (isWord || isLeftToUs(clause)) return true;
  const isOther =
    isAsked(clause) || LABELLED.test(clause) || isSmallTalk(clause) || isCorrection(clause);
  return words <= MAX_PLAIN_WORDS && !isOther;
}

function bestTopic(clause: string, open: readonly OpenTopic[]): OpenTopic | undefined {
  if (isAsked(clause) || (isSmallTalk(clause) && !isLeftToUs(clause))) return undefined;
  let best: OpenTopic | undefined;
  let most = 0;
  for (const topic of open) {
    const score = fitOf(clause, topic);
    if (score > most) [best, most] = [topic, score];
  }
  return best;
}

/** 0 for a clause that does not mention the topic. */
function fitOf(clause: string, topic: OpenTopic): number {
  const words = contentOf(clause);
  const isShort = words.size <= 4;
  const named = namedOptions(clause, topic.options).length > 0 ? (isShort ? 4 : 2) : 0;
  const isTold = topic.kind !== undefined && tellsKind(clause, topic.kind);
  const told = isTold ? 3 : 0;
  const spoken = 2 * shareIn(topic.words, words);
  const isList = topic.kind === "contents" && listItems(clause).length >= 2;
  return named + told + (spoken >= 1 ? spoken : 0) + (isList ? 2 : 0);
}

function answerFrom(topic: OpenTopic, parts: readonly string[]): ClarifiedTopic {
  const text = parts
    .join("; ")
    .trim()
    .replace(/[\s.;,!]{1,10}$/, "")
    .slice(0, 600);
  const placed = optionByPlace(text, topic.options);
  const isNamed = placed !== undefined || namedOptions(text, topic.options).length > 0;
  const isOpen = isLeftToUs(text) && !/\d/.test(withoutAsides(text, "en") ?? "");
  if (!isNamed && isOpen) return { topic: topic.topic, status: "left_to_us" };
  return { topic: topic.topic, status: "answered", answer: placed ?? text };
}

interface SplitClause {
  readonly answers: readonly (readonly [OpenTopic, string])[];
  /** Details that it gives without being asked. */
  readonly rest: readonly string[];
}

/** Kinds that a few words express, so that they can be cut out of a clause. */
const PHRASES: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "period",
  "frequency",
  "duration",
  "budget",
  "audience",
  "people",
]);

/**
 * One clause that answers several questions: "last quarter, with revenue and units, for
 * executives".
 */
function splitAmong(clause: string, open: readonly OpenTopic[]): SplitClause | undefined {
  const slots = findSlots(clause).filter(({ kind }) => kind !== "contents");
  const answers = slots.flatMap(({ kind, value }) => {
    const topic = open.find((one) => one.kind === kind);
    return topic === undefined ? [] : [[topic, value] as const];
  });
  const phrases = slots.filter(({ kind }) => PHRASES.has(kind));
  const values = [...phrases, ...slots.filter(({ kind }) => open.some((one) => one.kind === kind))];
  const cut = values.map(({ value }) => value);
  const left = remainder(clause, cut);
  const listed = open.find(({ kind }) => kind === "contents");
  const isList = listed !== undefined && phrases.length > 0 && listItems(left).length >= 2;
  const all = isList ? [...answers, [listed, left] as const] : answers;
  if (all.length < 2 && !isList) return undefined;
  const told = new Set(answers.map(([{ kind }]) => kind));
  const rest = phrases.filter(({ kind }) => !told.has(kind)).map(phraseOf);
  return { answers: all, rest: isList ? rest : [...rest, ...leftIn(clause, cut)] };
}

/** "Scotland, …, by car": what answers nothing that is open was told all the same. */
function leftIn(clause: string, values: readonly string[]): readonly string[] {
  return clause
    .split(/[,;、，]/u)
    .map((part) => remainder(part, values))
    .filter((part) => contentOf(part).size > 0);
}

function phraseOf({ kind, value }: SlotValue): string {
  return kind === "audience" ? `For ${value}` : value;
}

const AROUND =
  /^(?:[\s,;:]|\b(?:with|and|showing|show|including|include|it should|please|i want|i need|we need)\b)+|(?:[\s,;:.!]|\b(?:for|in|of|over|to|by|the|from|and|with|please)\b)+$/gi;

/** "Last quarter's revenue" without the quarter. */
const POSSESSIVE = /^['’]s?(?=\s)/i;

function remainder(clause: string, values: readonly string[]): string {
  let rest = clause;
  for (const value of values) {
    const at = rest.toLowerCase().indexOf(value.toLowerCase());
    if (at === -1) continue;
    const [before, behind] = [rest.slice(0, at), rest.slice(at + value.length)];
    const after = behind.replace(POSSESSIVE, "");
    rest = `${before.replace(AROUND, "")} ${after.replace(AROUND, "")}`.trim();
  }
  return rest.replace(AROUND, "").slice(0, 300);
}
