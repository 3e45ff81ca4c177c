import words from "../phrases/common-words.json" with { type: "json" };
import { isAimedAtUs } from "../text/instruction-to-reader.ts";
import { wordsOf } from "../text/words.ts";
import { instructionOf } from "./instruction.ts";
import {
  ABOUT_MEASURE,
  INSTEAD,
  isOfOnePoint,
  joined,
  OF_THEM,
  type Suggestion,
  shared,
} from "./one-point.ts";
import { isComplaint, type Remark } from "./remarks.ts";
import { rootsOf } from "./roots.ts";
import { valenceOf } from "./valence.ts";
import { startsRequest } from "./wishes/request-words.ts";

const MAX_SUGGESTIONS = 20;
const MAX_LENGTH = 300;

/** Words that may come before the point and add nothing to it. */
const OPENERS =
  /^(?:(?:and|but|so|also|then|oh|ah|right|anyway|only|the only thing is(?: that)?|sorry(?: but)?|well|although|though|while|however|yet|because|please|pls|kindly|ok|okay|yes|yep|yeah|nah|nope|hmm?|uh|no(?=\s*[,.!:;]|\s+(?:no|wait|i|it|its|we|you|u|he|she|they|that|this|the|but|please|sorry)(?!\p{L}))|(?:mostly|nearly|almost) (?:ok|okay|good|fine|there|right)|(?:thanks|thank you)(?: a lot| so much| very much| again| for [a-z ]{1,30},)?|overall|otherwise|unfortunately|sadly|honestly|in addition|furthermore|additionally|besides|plus(?=\s*[,:]|\s+(?:the|it|i|there|an?|we|please|can|could)(?!\p{L}))|(?:one|two|three|a few|some) (?:more |small |little )?(?:things?|points?|issues?|notes?|remarks?)(?: though)?|my only (?:complaint|wish|suggestion) is(?: that)?|the only (?:thing|downside|problem|issue) is(?: that)?|i think(?: that)?|i feel(?: like| that)?|i believe(?: that)?|maybe|perhaps|it seems(?: that)?|(?:for )?next time|(?:could|can|would|will) you(?: also| please| maybe)*|(?:i|we)(?:'d| would|'ll| will| can)? (?:accept|approve|take|like) (?:it|this) (?:if|once|when|as soon as|after)(?: you)?(?: would| could| can)?|if you(?: could| can| would)?|i(?:'d| would) (?:suggest|recommend)(?: that)?(?: you| to)?)(?![\p{L}'])[\s,:]*)+/iu;

/** In order, each once: wishes and requests, and faults that no request says how to fix. */
export function suggestionsOf(remarks: readonly Remark[]): readonly string[] {
  const found = remarks.flatMap((remark, at) => {
    const fact = pointedAt(remark, remarks[at - 1]);
    const made =
      fact === undefined
        ? suggestionOf(remark, remarks[at - 1])
        : suggestionOf({ ...fact, request: "asked" }, undefined);
    return made.map((one) => withFacts(withFigures(one, remarks[at + 1]), remarks, at + 1));
  });
  const kept: Suggestion[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (last !== undefined && isOfOnePoint(last, one)) kept[kept.length - 1] = joined(last, one);
    else if (last !== undefined && one.isJoined && isPart(last.about, one.about))
      kept[kept.length - 1] = one;
    else if (one.about.size > 0 && !isSaid(one, found, kept)) kept.push(one);
  }
  const pointing = kept.filter(({ text }) => POINTING.test(text));
  const own = withoutRemedied(kept.filter((one) => !pointing.includes(one)));
  const named = own.filter((one) => own.length === 1 || !one.isFault || namesSomething(one.text));
  const texts = named.map(({ text }) => text);
  // Praise changes nothing by itself; beside a change, the worker is told what is to stay.
  const stays =
    texts.length === 0 ? [] : remarks.flatMap((one, at) => keptIn(one, remarks[at - 1]));
  return [...new Set([...texts, ...stays])].slice(0, MAX_SUGGESTIONS);
}

const FIGURES = /^[^\p{L}]{0,3}(?:\p{L}{1,12}[ .]{1,2}){0,2}\d[^?\n]{0,30}$/u;

/** "The dates are wrong. 21 to 28!": what stands behind a fault is what is right. */
function withFigures(one: Suggestion, next: Remark | undefined): Suggestion {
  const isNext = next?.exchange === one.exchange && next.sentence === one.sentence + 1;
  if (!isNext || !one.isFault || next.request !== undefined || next.weight > 0.5) return one;
  if (!FIGURES.test(next.text) || next.text.split(/\s+/).length > 5) return one;
  const figures = next.text.replace(/[\s.!]+$/, "");
  return { ...one, text: `${one.text}: ${figures}`, said: `${one.said}: ${figures}` };
}

/** "The last bit is wrong, i paid 23 so i only owe 21.75": the figures beside a fault mend it. */
function withFacts(one: Suggestion, remarks: readonly Remark[], from: number): Suggestion {
  if (!one.isFault) return one;
  const pointing = remarks[from];
  // "Why is Berlin missing? Please add it, they are open from 9": the facts stand beside the remedy.
  const isPointed = pointing?.sentence === one.sentence + 1 && OF_THEM.test(pointing.text);
  const start = isPointed ? from + 1 : from;
  const fault = isPointed ? { ...one, sentence: pointing.sentence } : one;
  const behind = remarks.slice(start).findIndex((next) => !isFact(next, fault));
  const facts = remarks.slice(start, behind < 0 ? undefined : start + behind);
  const [first, last] = [facts[0], facts.at(-1)];
  if (first === undefined || last === undefined || !/\d/.test(first.text + last.text)) return one;
  const told = first.source.slice(first.start, last.end).replace(/[\s.!]+$/, "");
  return { ...one, text: `${one.text}: ${told}`, said: `${one.said}: ${told}` };
}

function isFact(next: Remark, { exchange, sentence }: Suggestion): boolean {
  const isBeside = next.exchange === exchange && next.sentence === sentence;
  return isBeside && next.request === undefined && next.act === undefined && next.weight <= 0.5;
}

const KEEP =
  /^(?:(?:so|please|and|but) )*(?:leave|keep) (?:that|it|them|those|this|these)(?: (?:as (?:it|they) (?:is|are)|like that|in|there|please))?[.! ]*$/i;
const KEEP_BEHIND =
  /^(.{2,100}?),? (?:so |please |and |but )*(?:leave|keep) (?:that|it|them|those|this|these)(?: (?:as (?:it|they) (?:is|are)|in|there|please))?[.! ]*$/i;
const KEEP_ELSEWHERE =
  /(?:^|[,;:])\s*((?:bitte |s'il vous plaît |por favor )?(?:(?:gardez|garde|laissez|laisse)[- ](?:les?|la|ça)|(?:lass|lasst|lassen sie|behalte|behaltet|behalten sie) (?:es|das|sie|die|den|ihn)(?: so| bitte| drin| stehen)?|(?:déj|dej|mant[eé]n)[\p{L}]{0,5}l[oa]s?|(?:lascia|tien|ten|mantien|manten)[\p{L}]{0,3}l[oaie]|(?:deixe|deixa|deixem|mantenha|mantém)(?:[- ](?:o|a|os|as)| assim)|(?:laat|hou|houd) (?:dat|die|het|ze)(?: zo| staan| erin)?|(?:zostaw|zostawcie|zachowaj|zachowajcie) (?:to|je|go|ją)(?: tak)?)|そのまま[\p{L}]{0,12}|请?保留[\p{L}]{0,4})[\s.!。！]*$/iu;
const PRAISING =
  /^["“”«»\s]*(.{2,100}?)["“”«»]*\s+(?:is|are|was|were|looks?|reads?|sounds?|works?|sont|est|me plaît|me plaisent|ist|sind|gefällt|gefallen|finde|es|son|est[áa]n?|me gustan?|è|sono|mi piace|mi piacciono|é|são|está|estão|gosto|zijn|vind|jest|są|podoba)(?![\p{L}'])/iu;

const QUOTED = /^["“„«]?([^"”“»]{2,100})["”“»]/u;

/** "The baby bit is fine, leave that": what is praised and is to stay. */
function keptIn(remark: Remark, before: Remark | undefined): readonly string[] {
  if (KEEP.test(remark.text) && before !== undefined && isPraisedBefore(before, remark)) {
    return keeping(before.text);
  }
  const text = remark.text.slice(0, MAX_LENGTH);
  const praised = remark.value > 0 ? KEEP_BEHIND.exec(text)?.[1] : undefined;
  if (praised !== undefined) return keeping(praised);
  const found = KEEP_ELSEWHERE.exec(text);
  if (found === null) return [];
  if (found.index === 0 && before !== undefined && isPraisedBefore(before, remark)) {
    return [`${capital(found[1] ?? "")}: ${PRAISING.exec(before.text)?.[1] ?? before.text}`];
  }
  if (remark.value <= 0) return [];
  const thing =
    QUOTED.exec(remark.text)?.[1] ??
    PRAISING.exec(remark.text)?.[1] ??
    remark.text.slice(0, found.index);
  const keep = found[1] ?? "";
  return [`${capital(keep)}: ${thing}`];
}

function keeping(praise: string): readonly string[] {
  const thing = PRAISING.exec(withoutOpeners(praise))?.[1];
  if (thing === undefined) return [];
  return [`Keep ${thing.replace(/^[A-Z](?=[a-z])/, (one) => one.toLowerCase())}`];
}

function isPraisedBefore(before: Remark, remark: Remark): boolean {
  return before.value > 0 && isBeside(before, remark);
}

const REMEDY =
  /^(?:cut|shorten|reduce|trim|lengthen|extend|limit|keep|make|bring|get) (?:it|that|this|them)\b/i;
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
  if (isRepeated(remark, before)) return [];
  const isRequest = remark.request !== undefined;
  const isJoined = continuesPoint(remark, before);
  const isReminder = isJoined && REMINDS.test(remark.plain);
  if (!(isRequest || isReminder || isImplied(remark))) return [];
  const whole = isJoined ? remark.source.slice(before.start, remark.end) : spokenText(remark);
  const { text, said } = wordingOf(whole);
  const about = aboutOf(isJoined ? text : remark.text);
  return about.size === 0 && !INSTEAD.test(said) && !OF_THEM.test(said)
    ? []
    : [
        {
          text,
          said,
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

/** "He's called Gerald so fix that": the fact before it is what is to be right. */
function pointedAt(remark: Remark, before: Remark | undefined): Remark | undefined {
  if (remark.request === undefined || before === undefined) return undefined;
  if (!isBeside(before, remark) || !MENDS_IT.test(remark.plain)) return undefined;
  const isFact = before.act === undefined && isPlain(before) && !isImplied(before);
  return isFact ? before : undefined;
}

const MENDS_IT =
  /^(?:(?:and|so|but|please|just|then) )*(?:fix|change|correct|mend|update) (?:that|this|it)(?: please| first| too)?[\s.!]*$/;

/** "The last line is a threat, I said no threats": the fault before it says it all. */
function isRepeated(remark: Remark, before: Remark | undefined): boolean {
  const isNear = before?.exchange === remark.exchange && before.sentence === remark.sentence;
  const isFound = before !== undefined && (before.request !== undefined || isImplied(before));
  return isNear && isFound && REMINDS.test(remark.plain);
}

function continuesPoint(remark: Remark, before: Remark | undefined): before is Remark {
  if (before === undefined || !isBeside(before, remark)) return false;
  const isNear = before.act === undefined && before.sentence === remark.sentence;
  const isReminder = REMINDS.test(remark.plain) && isNear;
  return remark.isContinuing || isReminder || (isNear && isOfSomebody(remark) && isPlain(before));
}

/** "Dot can't do mornings, swap her with Malcolm": who it is stands before it. */
function isOfSomebody({ request, text }: Remark): boolean {
  return request === "asked" && /^[a-z]+ (?:him|her|them)\b/i.test(text);
}

function isPlain({ request, value }: Remark): boolean {
  return request === undefined && value <= 0;
}

/** With the quotation mark that it begins with. */
function spokenText({ text, source, start }: Remark): string {
  const mark = source[start - 1] ?? "";
  const pair = { '"': '"', "„": "“", "“": "”", "«": "»" }[mark];
  return pair !== undefined && text.includes(pair) && source.startsWith(text, start)
    ? mark + text
    : text;
}

const SHORT_WORDS: ReadonlySet<string> = new Set(
  Object.entries(words).flatMap(([language, list]) =>
    language === "en" ? [] : [...rootsOf(list)].filter((word) => word.length <= 4),
  ),
);

/** Numbers are points, too; short common words of other languages are none. */
function aboutOf(text: string): ReadonlySet<string> {
  const roots = [...rootsOf(text), ...(text.match(/\d+/g) ?? [])];
  const own = roots.filter((root) => !SHORT_WORDS.has(root) && /..|\d/u.test(root));
  if (own.length > 0) return new Set(own);
  // "Add the date", "lose 'by the way'": words that are common elsewhere, or said of.
  const quoted = QUOTED_PART.exec(text)?.[1];
  return new Set(quoted === undefined ? roots : wordsOf(quoted));
}

const QUOTED_PART = /(?<!\p{L})['"“‘«„]([^'"”’»“]{2,60})['"”’»“]/u;

const WHO = /^(?:and |but |so )?(?:who|wer|qui|quién|chi|quem|kto)(?!\p{L})(?! (?:will|is to) )/u;

function asksNothing({ text, plain, source, end, act, request }: Remark): boolean {
  if (isAimedAtUs(text) || KEEP.test(text)) return true;
  // "Two problems:" leads in what follows.
  if (source[end] === ":" && !NAMES_FAULT.test(plain)) return true;
  if (KEEP_ELSEWHERE.exec(text.slice(0, MAX_LENGTH))?.index === 0) return true;
  // "Who hands over an untested fix" scolds.
  if (WHO.test(plain)) return true;
  if (REASONS.test(plain) && request === undefined) return true;
  if (act !== undefined && REST.test(plain)) return true;
  return FEELING.test(plain) || (INSULT.test(text) && !startsRequest(plain));
}

/** "One answer is actually wrong in your list: …" */
const NAMES_FAULT =
  /\b(?:is|are|was|were)(?: [a-z]+){0,2} (?:wrong|missing|incorrect|broken|false|gone|outdated)\b/;
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
      said: fault,
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
  /^(?:(?:no|but|and|oh|ok|wow|hm+|well)[,.! ]*)*(?:seriously|honestly|really|wow|oops|ouch)[.! ]*$|^(?:i'm|i am|i can't say|we're|we are)\b.{0,40}\b(?:disappointed|unhappy|annoyed|frustrated|angry|sad|happy|impressed|convinced|satisfied)[.! ]*$|^ignore (?:him|her|them|that|it)\b|^(?:you )?(?:useless|stupid|pathetic)\b|^(?:ah |oh |ok |okay |well )*sorry[, ]+(?:for|about|i|my|that i|you)\b/;
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

/** What was said before is said again, and that it was adds nothing for the worker. */
const REMINDS =
  /^(?:but |and )?(?:i|we)(?:'d| had|'ve| have)? (?:already |clearly |just )*(?:said|told you)\b/;
/** "As I said the projector is broken" is why. */
const REASONS = /^(?:as|like) (?:i|we)(?:'ve| have| had)? (?:said|told you|mentioned|wrote)\b/;
const REMINDER =
  /^(?:(?:but |and )?(?:i|we)(?:'d| had|'ve| have)? (?:already |clearly |just )*(?:said|told you)(?: that)?|(?:mais )?(?:j'avais|j'ai|on avait|nous avions)(?: bien| déjà| pourtant)* dit(?: que)?|(?:ich|wir) (?:hatte|habe|hatten|haben)(?: doch| schon| ja| ausdrücklich)* gesagt,?(?: dass)?|(?:yo )?(?:ya )?(?:lo )?(?:había|habíamos|he) dicho(?: que)?|(?:ma )?(?:l')?(?:avevo|avevamo|ho)(?: già)? detto(?: che)?|(?:eu )?(?:já )?(?:tinha|tínhamos) dito(?: que)?|(?:ik|we) (?:had|heb|hadden|hebben)(?: toch| al)* gezegd,?(?: dat)?|(?:przecież )?(?:mówiłem|mówiłam|pisałem|pisałam),?(?: że)?)[\s,:]+/iu;
const REMINDER_BEHIND =
  /[,;]\s*(?:(?:as|like) (?:i|we)(?:'d| had|'ve| have)? (?:already )?said(?: before)?|wie (?:schon |bereits )?gesagt|(?:das )?(?:hatte|habe) ich (?:doch |ja |schon |bereits )*gesagt|(?:comme )?je l'(?:avais|ai) (?:déjà |bien )?dit|(?:como )?(?:ya )?(?:te |se |os )?lo (?:había|habíamos|he) dicho|(?:ya )?lo dije|(?:come )?(?:l'|ve l'|te l')?(?:avevo|ho) (?:già )?detto|(?:como )?(?:eu )?já (?:tinha dito|disse)|(?:dat )?(?:had|heb) ik (?:toch |al )*gezegd|zoals gezegd|(?:jak )?(?:już )?(?:mówiłem|mówiłam))$/iu;
const OPENING_ELSEWHERE =
  /^(?:(?:a ver|bueno|pues|nein|nee|also|naja|na ja|non|allora|beh|então|bom|nou|cóż)\s?[,:!]\s*)+/iu;
const CLOSING = /,? (?:of course|obviously|tho|lol)$|[.!] (?:why|who|what|how)\b[^.!?]{0,60}$/i;

function withoutOpeners(said: string): string {
  const bare = said.replace(OPENING_ELSEWHERE, "").replace(REMINDER_BEHIND, "");
  const reminded = bare.replace(REMINDER, "");
  // "I said no dessert": what is denied stays denied.
  if (reminded !== bare) return reminded.trim() || said;
  return bare.replace(OPENERS, "").trim() || said;
}

/** Without opening and closing words, with a capital at the start; and the same as it was said. */
function wordingOf(spoken: string): Pick<Suggestion, "text" | "said"> {
  const text = withoutOpeners(spoken.replace(/[\s.!?,;:]+$/, ""));
  const short =
    text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\s+\S*$/, "")} …` : text;
  const said = short
    .replace(/[\s.!?,;:]+$/, "")
    .replace(CLOSING, "")
    .replace(/\s+/g, " ");
  return { text: capital(instructionOf(said)), said: capital(said) };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
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

/** Shared words, relative to the shorter one. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return shared(one, other) / Math.min(one.size, other.size);
}
