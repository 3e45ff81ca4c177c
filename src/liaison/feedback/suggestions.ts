import { isAimedAtUs } from "../text/instruction-to-reader.ts";
import { wordsOf } from "../text/words.ts";
import { isComplaint, type Remark } from "./remarks.ts";
import { rootsOf } from "./roots.ts";
import { valenceOf } from "./valence.ts";

/** A requested change, in the person's words. */
interface Suggestion {
  readonly text: string;
  readonly about: ReadonlySet<string>;
  readonly isComplaint: boolean;
  /** It begins with the words of the previous remark. */
  readonly isJoined: boolean;
}

const MAX_SUGGESTIONS = 20;
const MAX_LENGTH = 300;

/** Words that may come before the point and add nothing to it. */
const OPENERS =
  /^(?:(?:and|but|so|also|then|oh|well|although|though|while|however|yet|because|please|pls|kindly|ok|okay|yes|no|(?:thanks|thank you)(?: a lot| so much| very much| again| for [a-z ]{1,30},)?|overall|otherwise|unfortunately|sadly|honestly|in addition|furthermore|additionally|besides|plus|one more thing|my only (?:complaint|wish|suggestion) is(?: that)?|the only (?:thing|downside|problem|issue) is(?: that)?|i think(?: that)?|i feel(?: like| that)?|i believe(?: that)?|maybe|perhaps|it seems(?: that)?|(?:for )?next time|(?:could|can|would|will) you(?: also| please| maybe)*|(?:i|we)(?:'d| would|'ll| will| can)? (?:accept|approve|take|like) (?:it|this) (?:if|once|when|as soon as|after)(?: you)?(?: would| could| can)?|if you(?: could| can| would)?|i(?:'d| would) (?:suggest|recommend)(?: that)?(?: you| to)?)(?![a-z'])[\s,:]*)+/i;

/** In order, each once: wishes and requests, and faults that no request says how to fix. */
export function suggestionsOf(remarks: readonly Remark[]): readonly string[] {
  const found = remarks.flatMap((remark, at) => suggestionOf(remark, remarks[at - 1]));
  const kept: Suggestion[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (last !== undefined && one.isJoined && isPart(last.about, one.about))
      kept[kept.length - 1] = one;
    else if (!isSaid(one, found, kept)) kept.push(one);
  }
  return kept.slice(0, MAX_SUGGESTIONS).map(({ text }) => text);
}

function suggestionOf(remark: Remark, before: Remark | undefined): readonly Suggestion[] {
  if (isAimedAtUs(remark.text)) return [];
  const isRequest = remark.request !== undefined;
  if (!isRequest && !isImplied(remark)) return [];
  const isJoined = remark.isContinuing && before !== undefined && isBeside(before, remark);
  const text = wordingOf(isJoined ? remark.source.slice(before.start, remark.end) : remark.text);
  const about = rootsOf(text);
  return about.size === 0 ? [] : [{ text, about, isComplaint: !isRequest, isJoined }];
}

/** "It should be bigger" includes the words before it, or nobody could tell what it is about. */
function isBeside(before: Remark, { exchange, sentence }: Remark): boolean {
  return before.exchange === exchange && sentence - before.sentence <= 1;
}

/** A fault of something named; "I don't like it" says nothing that could be changed. */
function isImplied(remark: Remark): boolean {
  if (!isComplaint(remark) || remark.isSarcastic) return false;
  if (remark.act?.kind === "reject") return false;
  const isNamed = remark.dimensions.length > 0 || namesSomething(remark.text);
  return remark.act === undefined ? isNamed : rootsOf(remark.text).size >= 3;
}

/** Without opening and closing words, with a capital at the start. */
function wordingOf(said: string): string {
  const text = said.replace(OPENERS, "").trim() || said;
  const short =
    text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\s+\S*$/, "")} …` : text;
  const bare = short.replace(/[\s.!?,;:]+$/, "").replace(/\s+/g, " ");
  return bare.slice(0, 1).toUpperCase() + bare.slice(1);
}

/** Whether it repeats another one, or is a fault that the other one fixes. */
function isSaid(one: Suggestion, all: readonly Suggestion[], kept: readonly Suggestion[]): boolean {
  if (kept.some((other) => overlap(one.about, other.about) >= 0.7)) return true;
  if (!one.isComplaint) return false;
  return all.some((other) => !other.isComplaint && shared(one.about, other.about) > 0);
}

/** Names the whole, which is not a specific point. */
const WHOLE = new Set(
  "result results work version draft thing things job effort everything team client".split(" "),
);

function namesSomething(text: string): boolean {
  const judged = wordsOf(text).filter(
    (word) => valenceOf(word) === undefined && !WHOLE.has(word) && /\p{L}/u.test(word),
  );
  return rootsOf(judged.join(" ")).size > 0;
}

function isPart(one: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return shared(one, whole) === one.size;
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}

/** Shared words, relative to the shorter one. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return shared(one, other) / Math.min(one.size, other.size);
}
