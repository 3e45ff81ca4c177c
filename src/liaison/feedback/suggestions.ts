import { isAimedAtUs } from "../text/instruction-to-reader.ts";
import { wordsOf } from "../text/words.ts";
import { instructionOf } from "./instruction.ts";
import { isComplaint, type Remark } from "./remarks.ts";
import { startsRequest } from "./request-words.ts";
import { rootsOf } from "./roots.ts";
import { valenceOf } from "./valence.ts";

/** A requested change, in the person's words. */
interface Suggestion {
  readonly text: string;
  readonly about: ReadonlySet<string>;
  readonly exchange: Remark["exchange"];
  readonly isComplaint: boolean;
  readonly isVerdict: boolean;
  /** It says what is wrong, and not what to do. */
  readonly isFault: boolean;
  readonly sentence: number;
  /** It begins with the words of the previous remark. */
  readonly isJoined: boolean;
}

const MAX_SUGGESTIONS = 20;
const MAX_LENGTH = 300;

/** Words that may come before the point and add nothing to it. */
const OPENERS =
  /^(?:(?:and|but|so|also|then|oh|ah|right|anyway|only|the only thing is(?: that)?|sorry(?: but)?|well|although|though|while|however|yet|because|please|pls|kindly|ok|okay|yes|no|(?:thanks|thank you)(?: a lot| so much| very much| again| for [a-z ]{1,30},)?|overall|otherwise|unfortunately|sadly|honestly|in addition|furthermore|additionally|besides|plus|(?:one|two|three|a few|some) (?:more |small |little )?(?:things?|points?|issues?|notes?|remarks?)(?: though)?|my only (?:complaint|wish|suggestion) is(?: that)?|the only (?:thing|downside|problem|issue) is(?: that)?|i think(?: that)?|i feel(?: like| that)?|i believe(?: that)?|maybe|perhaps|it seems(?: that)?|(?:for )?next time|(?:could|can|would|will) you(?: also| please| maybe)*|(?:i|we)(?:'d| would|'ll| will| can)? (?:accept|approve|take|like) (?:it|this) (?:if|once|when|as soon as|after)(?: you)?(?: would| could| can)?|if you(?: could| can| would)?|i(?:'d| would) (?:suggest|recommend)(?: that)?(?: you| to)?)(?![a-z'])[\s,:]*)+/i;

/** In order, each once: wishes and requests, and faults that no request says how to fix. */
export function suggestionsOf(remarks: readonly Remark[]): readonly string[] {
  const found = remarks.flatMap((remark, at) => suggestionOf(remark, remarks[at - 1]));
  const kept: Suggestion[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (last !== undefined && isOfOnePoint(last, one)) kept[kept.length - 1] = joined(last, one);
    else if (last !== undefined && one.isJoined && isPart(last.about, one.about))
      kept[kept.length - 1] = one;
    else if (!isSaid(one, found, kept)) kept.push(one);
  }
  const pointing = kept.filter(({ text }) => POINTING.test(text));
  const own = withoutRemedied(kept.filter((one) => !pointing.includes(one)));
  return own.slice(0, MAX_SUGGESTIONS).map(({ text }) => text);
}

const OF_THEM =
  /^(?:(?:please|just|so|then) )*[a-z]+ (?:(?:for|to|at|with) )?(?:them|it|those|these|that|this)\b/i;
const ONLY_POINTS =
  /^(?:(?:please|just|so|then) )*(?:fix|change|correct|mend|do|adjust|improve|make|see to|add|cut|shorten|reduce|trim|keep|bring|get) (?:them|it|those|these|that|this)\b/i;

/**
 * "Four sessions have no distance, fill them in": the fault and its remedy are one point, and so are
 * two faults of one thing in a sentence.
 */
function isOfOnePoint(last: Suggestion, one: Suggestion): boolean {
  if (last.exchange !== one.exchange || !last.isFault || one.isVerdict) return false;
  const isNext = one.sentence - last.sentence <= 1;
  if (isNext && OF_THEM.test(one.text) && !ONLY_POINTS.test(one.text)) return true;
  return last.sentence === one.sentence && one.isFault && shared(last.about, one.about) > 0;
}

function joined(last: Suggestion, one: Suggestion): Suggestion {
  const text = `${last.text}: ${one.text.slice(0, 1).toLowerCase()}${one.text.slice(1)}`;
  return { ...last, text, about: new Set([...last.about, ...one.about]), isFault: one.isFault };
}

const REMEDY =
  /^(?:cut|shorten|reduce|trim|lengthen|extend|limit|keep|make|bring|get) (?:it|that|this|them)\b/i;
const ABOUT_MEASURE = /\b(?:too|longer|shorter|bigger|smaller|less|fewer|nobody|no one)\b/i;
const BARE_NUMBER = /\b(?:to|by|at) (\d+|one|two|three|four|five|six|seven|eight|nine|ten)$/i;
const COUNTED =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twenty|forty|fifty) ([a-z]{3,20}s)\b/i;

/** "Way too long, nobody reads 40 pages. Cut it to 5": the complaint is what the remedy mends. */
function withoutRemedied(kept: readonly Suggestion[]): readonly Suggestion[] {
  return kept.flatMap((one, at) => {
    const next = kept.slice(at + 1).find((other) => REMEDY.test(other.text));
    if (next?.exchange === one.exchange && ABOUT_MEASURE.test(one.text)) return [];
    if (!REMEDY.test(one.text) || !BARE_NUMBER.test(one.text)) return [one];
    const unit = kept
      .slice(0, at)
      .flatMap(({ text }) => COUNTED.exec(text)?.[1] ?? [])
      .at(-1);
    return [unit === undefined ? one : { ...one, text: `${one.text} ${unit}` }];
  });
}

/** "Please fix that" asks for what was said before it. */
const POINTING =
  /^(?:(?:please|just|yes|so|then|do) )*(?:fix|change|correct|mend|do|adjust|improve|make|see to|take care of) (?:that|this|it|those|these|them|the|all|all of (?:it|that|them)|as (?:s?he|they) (?:says?|said|wants?))(?: (?:changes|corrections|things|points))?(?: (?:please|too|for (?:him|her|them|me|us)|first|then))*$/i;

function suggestionOf(remark: Remark, before: Remark | undefined): readonly Suggestion[] {
  if (asksNothing(remark)) return [];
  const managed = MANAGED.exec(remark.plain);
  if (managed !== null && remark.isSarcastic) return mended(remark, managed);
  const isRequest = remark.request !== undefined;
  if (!isRequest && !isImplied(remark)) return [];
  const isJoined = remark.isContinuing && before !== undefined && isBeside(before, remark);
  const text = wordingOf(isJoined ? remark.source.slice(before.start, remark.end) : remark.text);
  const about = rootsOf(isJoined ? text : remark.text);
  return about.size === 0
    ? []
    : [
        {
          text,
          about,
          exchange: remark.exchange,
          isComplaint: !isRequest,
          isVerdict: remark.act !== undefined,
          isFault: !isRequest || remark.request === "lacks",
          sentence: remark.sentence,
          isJoined,
        },
      ];
}

function asksNothing({ text, plain, source, end, act }: Remark): boolean {
  if (isAimedAtUs(text) || source[end] === ":") return true;
  if (act !== undefined && REST.test(plain)) return true;
  return FEELING.test(plain) || (INSULT.test(text) && !startsRequest(plain));
}

const MANAGED = /\byou(?:'ve| have)? managed (?:to )?/;

/** "Congratulations, you have managed a vegan menu with salmon in it." */
function mended(
  { text, exchange, sentence }: Remark,
  { index, 0: cue }: RegExpExecArray,
): readonly Suggestion[] {
  const fault = text.slice(index + cue.length).replace(/[\s.!?]+$/, "");
  const about = rootsOf(fault);
  if (about.size === 0) return [];
  return [
    {
      text: `Mend this: ${fault}`,
      about,
      exchange,
      sentence,
      isComplaint: true,
      isVerdict: false,
      isFault: true,
      isJoined: false,
    },
  ];
}

/** "It should be bigger" includes the words before it, or nobody could tell what it is about. */
function isBeside(before: Remark, { exchange, sentence }: Remark): boolean {
  return before.exchange === exchange && sentence - before.sentence <= 1;
}

/** How somebody feels, or whom they ignore, names nothing to change. */
const FEELING =
  /^(?:i'm|i am|i can't say|we're|we are)\b.{0,40}\b(?:disappointed|unhappy|annoyed|frustrated|angry|sad|happy|impressed|convinced|satisfied)[.! ]*$|^ignore (?:him|her|them|that|it)\b|^(?:you )?(?:useless|stupid|pathetic)\b|^(?:ah |oh |ok |okay |well )*sorry[, ]+(?:for|about|i|my|that i|you)\b/;
/** Said to whoever made it: it scolds, and asks for nothing. */
const INSULT =
  /\b(?:idiots?|morons?|imbeciles?|clowns?|fools?|muppets?|jerks?|cretins?|dimwits?|numpty|numpties|donkeys?|losers?|dumbass\w*|arseholes?|assholes?|stupid)\b/i;
/** "Apart from that I'd be glad to send it" names what was said before. */
const REST = /^(?:and |but )?(?:apart from|other than|except for|besides|otherwise|if not for)\b/;

/** A fault of something named; "I don't like it" says nothing that could be changed. */
function isImplied(remark: Remark): boolean {
  if (!isComplaint(remark) || remark.isSarcastic) return false;
  if (remark.act?.kind === "reject") return false;
  const isNamed =
    remark.dimensions.length > 0 || (remark.thing !== undefined && namesSomething(remark.text));
  return remark.act === undefined ? isNamed : rootsOf(remark.text).size >= 3;
}

/** Without opening and closing words, with a capital at the start. */
function wordingOf(said: string): string {
  const text = said.replace(OPENERS, "").trim() || said;
  const short =
    text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\s+\S*$/, "")} …` : text;
  const bare = instructionOf(short.replace(/[\s.!?,;:]+$/, "").replace(/\s+/g, " "));
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
