import { wordsOf } from "../text/words.ts";
import { plain } from "./patterns.ts";
import { takePhrases } from "./phrases.ts";
import { valenceAt } from "./word-valence.ts";

/** How good a clause says that something is. */
export interface Polarity {
  /** −1 to 1. */
  readonly value: number;
  /** 0 if it says nothing; a plain word counts about 1. */
  readonly weight: number;
}

const DENIED_FACT =
  /\b(?:it|this|that|there|he|she|one)'s not\b(?! (?:about|that|just|only|because|for|like|as if|to|my|me|us|you|your|a (?:problem|issue|big deal|matter)))|\bisn't an?\b|\b(?:has|have|had|got|gives?|shows?|contains?|includes?|with) no\b|\b(?:does|do|did|is|are|was|were|has|have|had|could|can|wo|would)n't\b|\b(?:does|do|did|is|are|was|were|has|have|had|could|can|will) not\b|\bcannot\b|\bnobody\b|\bno one\b|\bnothing (?:happens|is|in|here)\b|\bdo(?:es)? nothing\b|\bnone of\b/;
const DENIED_ELSE =
  /\bno (?:doubt|need|problems?|issues?|further|more|longer|questions?|comments?|idea|objections?|complaints?|remarks|worries|rush|hurry)\b|^(?:and |but |so )?(?:i|we) (?:have|had|haven't|hadn't|didn't|don't|do not|can't|cannot|won't|am not|'m not) (?:not |yet |had |even |really )*(?:looked?|read|checked?|know|time|seen?|tried|try|opened?|tested?|got|get round|wait|decided?|think|mind|sure|remember|care|no|judge|say|tell|comment|assess)\b|\bnot only\b|\bwhy not\b|\?$/;
const RATING = /(?<![\d./])(\d{1,3}(?:\.\d)?) ?(?:\/|out of) ?(5|10|100)(?: stars)?(?![\d/.]\d)/;
const GOOD_SIGNS = /👍|❤️?|😍|😀|😃|😄|😊|🙂|🎉|👏|🔥|💯|✅|🙌|⭐|🥳|:-?\)|:-?D(?![a-z])|<3/gu;
const BAD_SIGNS = /👎|😡|😠|😞|😢|😭|☹️?|🙁|😕|😤|🤮|💩|❌|😒|😩|:-?\((?![a-z])|:-?\/(?!\/)/gu;

/** What its words say, without looking at its neighbours. */
export function polarityOf(text: string): Polarity {
  return polarityFrom(sum(valencesOf(text)) * (text.endsWith("!") ? 1.15 : 1));
}

/** Whether it both praises and blames. */
export function isMixed(text: string): boolean {
  const valences = valencesOf(text);
  return valences.some((one) => one > 0.5) && valences.some((one) => one < -0.5);
}

function valencesOf(text: string): readonly number[] {
  const masked = takePhrases(text.slice(0, 2_000));
  const words = wordsOf(masked.text);
  const said = [...words.map((_, at) => valenceAt(words, at)), ...masked.valences];
  const fact = said.every((one) => one === 0) ? denialIn(text) : 0;
  const bySigns = countOf(text, GOOD_SIGNS) - countOf(text, BAD_SIGNS);
  return [...said, fact, ratingIn(text), Math.max(-2, Math.min(2, bySigns)) * 1.5];
}

/** From a sum of valences: the fourth bad word adds little to three. */
export function polarityFrom(valence: number): Polarity {
  if (Math.abs(valence) < 0.05) return { value: 0, weight: 0 };
  return {
    value: valence / Math.sqrt(valence * valence + 2),
    weight: Math.min(2, 0.4 + Math.abs(valence) / 2),
  };
}

/** "The button does nothing": a negation about a result, without praise or blame, is a fault. */
function denialIn(text: string): number {
  return DENIED_FACT.test(text) && !isBesideIt(text) ? -1.4 : 0;
}

/** "I haven't read it yet", "no questions": a negation that says nothing about the result. */
export function isBesideIt(text: string): boolean {
  return DENIED_ELSE.test(text);
}

/** "9 out of 10", "2/5": from −2 to 2. */
function ratingIn(text: string): number {
  const found = RATING.exec(text.slice(0, 2_000));
  const [given, most] = [Number(found?.[1]), Number(found?.[2])];
  return given <= most ? (given / most - 0.55) * 4.5 : 0;
}

function countOf(text: string, pattern: RegExp): number {
  return [...text.slice(0, 2_000).matchAll(pattern)].length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** That it has come is no opinion of it. */
const RECEIVED =
  /^(?:(?:ok|okay|ah|yes|yep|great|good|thanks|thank you|thx|cheers)[\s,.!]*)*(?:(?:i |we )?(?:just )?(?:got|received|have) it|received|noted|it (?:has )?(?:arrived|came)|understood|(?:has )?arrived|all received)[\s,.!]*(?:(?:with )?(?:thanks|thank you|thx|cheers|many thanks)(?: a lot| so much| very much)?)?[\s.!]*$/;
const HALFHEARTED =
  /\bi (?:guess|suppose)\b|^(?:meh|so-so|so so|fine|ok|okay|alright|all right|hm+|better|decent|passable|acceptable|not bad|could be worse|it'?s (?:ok|okay|alright|fine)|it is (?:ok|okay))[\s.!…]*$|\bnot sure\b|\bif you say so\b|\bwhatever\b|(?<!\b(?:the|this|that|some|any|what|every|a) )\b(?:kind|sort) of\b/;

/** What would be, was or seems to others: praise with it accepts nothing by its tone. */
const UNREAL =
  /\b(?:would|could have|should have|was going to|assuming|supposing|suppose|provided|normally|usually|according to|seem(?:s|ed)?)\b(?!n't)|\b(?:i|we|it|that|this)'d\b|\bno objections?\b.{0,12}\bfrom\b|\bhas no objections?\b/;

/** "Fine, I guess" accepts nothing. */
export function isHalfhearted(content: string): boolean {
  const text = plain(content.slice(0, 400)).trim();
  return HALFHEARTED.test(text) || UNREAL.test(text) || RECEIVED.test(text);
}
