import type { SlotKind } from "../cases/slot-kind.ts";
import { kindOfHead, kindOfTopic } from "../cases/topic-kind.ts";
import { KIND_PATTERNS } from "./kind-patterns.ts";
import { TOPIC_RULES, type TopicRule } from "./topic-rules.ts";

export interface Worded {
  /** The name as one natural phrase: "preferences for the living room". */
  readonly topic: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly default?: string;
}

const ONE = /^(?:the |any |a |an |user['’]s |your )+/i;
const LISTED_KINDS: ReadonlySet<string> = new Set([
  "budget",
  "deadline",
  "audience",
  "level",
  "purpose",
  "frequency",
  "duration",
  "people",
  "language",
]);

/** A single word that says how to ask, but not for what. */
const BARE =
  /^(?:interests?|systems?|commitment|course|target|operating|information|numbers?|home|ranges?|website|time|dates?|data|areas?|focus|details?|definition|method|level|preferences)$/i;
/**
 * Few people could give a level of a thing, its method or its requirements. Other such names make
 * no sense.
 */
const UNASKABLE =
  /^(?!dietary).+ (?:requirements|methods?)$|^level of the (?!expertise)|^preference for \p{L}+ format|^(?:available (?!equipment$)|desired (?!features$)|required|focus|preferred|specific|particular(?= |$))(?: for)?(?: the)?(?: ?\p{L}+)?$|^(?:available|desired|required|focus) for\b|(?<!price |age |time |date |distance |budget )range$|(?:preferences|goals|restrictions|requirements) or (?!preferences|constraints|allergies)\p{L}+$|^operating (?!system)|^target (?!audience)|(?<!s|area) of interest$|^name of |^context of |income$|^number of (?!.*s(?: needed)?$)|(?<!s) needed$|['‘"]/iu;
/**
 * "Current files" makes sense, "current hotel" does not: only what changes with a person is
 * current.
 */
const CURRENT =
  /^current (?!.*\b(?:level|situation|habits?|expertise|skills?|routine|diet|setup|knowledge|provider|plan|job|system|version)\b)/i;

/** Whether a name, combined from words of the task, makes a question that people understand. */
export function isAskable(topic: string): boolean {
  const name = topic.trim();
  return !(UNASKABLE.test(name) || BARE.test(name) || CURRENT.test(name));
}

/** A question for a detail that only has a name, such as "budget for the trip". */
export function wordQuestion(topic: string): Worded {
  const name = topic.trim().replace(ONE, "").slice(0, 120);
  for (const rule of TOPIC_RULES) {
    const match = rule.form.exec(name);
    if (match === null) continue;
    const worded = filled(rule, name, match);
    return { ...worded, ...listedFor(kindOfHead(worded.topic), worded.question) };
  }
  const kind = kindOfTopic(name);
  const own = uncapitalised(name);
  const pattern = kind === undefined ? undefined : KIND_PATTERNS[kind];
  const question = pattern?.question.replace("{of}", "") ?? `Which ${own} do you have in mind?`;
  return { topic: own, question, ...listedFor(kind, question) };
}

/** Modern or classic, a document or slides: such options fit too few tasks to be offered. */
function listedFor(
  kind: SlotKind | undefined,
  question: string,
): Pick<Worded, "options" | "default"> {
  const pattern = kind === undefined ? undefined : KIND_PATTERNS[kind];
  // "Private use" is no answer to "which goals do you have for the tests?".
  const isAnswer = kind !== "purpose" || /\bfor\?$/.test(question);
  return pattern !== undefined && kind !== undefined && LISTED_KINDS.has(kind) && isAnswer
    ? { options: pattern.options, default: pattern.default }
    : { options: [] };
}

function filled(
  { phrase, question }: TopicRule,
  name: string,
  match: RegExpExecArray,
): Pick<Worded, "topic" | "question"> {
  const found = match.slice(1).find((group) => group !== undefined) ?? "";
  if (phrase === undefined) {
    const thing = name.startsWith(found) ? uncapitalised(found) : found;
    return { topic: uncapitalised(name), question: put(question, thing) };
  }
  return { topic: put(phrase, found), question: put(question, found) };
}

function put(text: string, thing: string): string {
  return text.replace("{the}", () => withArticle(thing)).replace("{}", () => thing);
}

const BARE_THING =
  /(?:^| )(?:\p{Lu}\p{L}*|(?!(?:meet|wedd|build|paint|post|train|sett|list|brief|record|draw|th|morn|even|ceil|fil|r|spr|str|hear|offer|rat|rank|sav|earn)ings?$)\p{L}+(?:ing|ness)|yoga|music|photography|meditation)$|^(?:the|my|your|our|free) /u;

/** "The living room", but "Paris" and "gardening". */
function withArticle(thing: string): string {
  return BARE_THING.test(thing) ? thing : `the ${thing}`;
}

function uncapitalised(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}
