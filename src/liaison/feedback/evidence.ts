import type { Exchange } from "../../domain/liaison/liaison.ts";
import { asksWithoutMark } from "../text/asked.ts";
import { actOf } from "./acts.ts";
import { type Hear, type Heard, isAsking, isDeferring, isSureBlame } from "./heard.ts";
import { type Clause, clausesOf } from "./spans.ts";
import { hasValence } from "./valence.ts";
import { ordersOf } from "./wishes/orders.ts";
import { requestKindOf } from "./wishes/request-words.ts";

/** What of the person's words is their own judgement of the result. */
export interface Evidence {
  /** The same exchanges; what judges nothing is blank, so that places stay the same. */
  readonly exchanges: readonly Exchange[];
  /** Questions that the person asks, oldest first. */
  readonly questions: readonly string[];
  /** The newest words put the judgement off, or leave it to somebody else. */
  readonly isPutOff: boolean;
  /** The newest words hold a question, and nothing else of their own. */
  readonly isQuestion: boolean;
}

const PEOPLE =
  "(?:boss|chief|manager|husband|wife|partner|son|daughter|kids?|mother|mum|mom|father|dad|sister|brother|colleagues?|neighbou?rs?|friends?|customers?|clients?|team|lawyer|accountant|teacher|landlord|tenant|supplier|director|board|editor|coach|vicar|headmistress|headmaster|doctor|legal guy|legal)(?:-in-law)?";
const SOMEBODY = `(?:(?:my|our|the|your|his|her|one of (?:my|our|the)|some)(?: [a-z]+)? ${PEOPLE}|(?:my|our|his|her) [a-z]+(?:-[a-z]+)?|he|she|they|people|everyone else|everybody else|somebody|someone|others|marketing|sales|legal|finance|hr|accounting|management)`;
const HEARSAY = new RegExp(
  `^(?:but |and |so |ok |okay |well |oh |while |although |because )*${SOMEBODY}(?:'s|'d)?(?: also| just| really| only| still| always| usually| never)* (?:says?|said|thinks?|thought|told|tells|finds?|found|hates?|hated|loves?|loved|likes?|liked|adores?|dislikes?|wants?|wanted|wrote|asks?|asked|believes?|complain(?:s|ed)|would(?: rather| have)*|isn't happy|is not happy|is happy|was happy|prefers?|was (?:impressed|shocked)|calls?|called|mentioned|reckons?)\\b`,
);
/** A name before a verb of saying; names begin with a capital. */
const NAMED =
  /^(?:But |And |So |but |and |so )?(?!I\b|We\b|It\b|This\b|That\b|You\b|The\b|There\b|What\b|Who\b|Nobody\b|Nothing\b|Everything\b)\p{Lu}[\p{L}-]+ (?:says|said|thinks|thought|told|finds|found|hates|hated|loves|loved|likes|liked|wrote|wants|wanted|asked)\b/u;
/** The person makes others' words their own. */
const ENDORSED =
  /\b(?:he|she|they)(?:'s|'re| is| are| has| have)(?: got)?(?: a| absolutely| quite)* (?:right|point)\b|\bi (?:fully |completely |also )?agree(?! to disagree)\b|\b(?:please )?(?:do|change|fix|mend|follow|use|apply|take|include) (?:it |that |this |these |those |all |exactly )*(?:as|what|like|for|her|his|their|the changes)\b(?: (?:as|that))?(?: (?:he|she|they|her|him|them)\b| (?:comments|points|wishes|changes|remarks|requests)\b)|\b(?:and|me too|so do i|i do too|same here|we both|both of us)\b.{0,12}\b(?:do i|i do|am i|too|both|both of us|we both)\b/;
const LATER =
  /\b(?:i|we)(?:'ll| will| am going to|'m going to| shall| have to)(?: have to| need to| just| first| quickly| still| probably| then)* (?:(?:have|take) (?:a |another )?(?:proper |closer |quick )?look|look|read|check|review|see|test|try|tell|get back|come back|let you know|reply|respond|sleep on|think|go through|answer|decide|ask|show|discuss|talk)\b|\b(?:want|need|would like|'d like) to (?:look|read|check|review|test|sleep on|think)\b|\bwill (?:get back|come back|let you know|look at|read it|check it|report back|reply)\b|\b(?:i|we)(?:'ve| have)?(?: not|n't| haven't| have not| didn't| did not)(?: yet| even| really| had| got(?:ten)?)*(?: time| a chance| the time)?(?: to)? (?:opened?|look(?:ed)?|read|seen|see|check(?:ed)?|tried|try|tested|heard|got round|had|time|finished|started|been)\b|\b(?:haven't|didn't|did not|have not)\b.{0,30}\byet\b|\bnot? (?:had )?time (?:yet|now|today|right now)\b|\b(?:give|gimme|need) (?:me )?(?:a|some|another|one|two|until)(?: few)? ?(?:more )?(?:minutes?|moments?|seconds?|secs?|mins?|hours?|days?|time|tomorrow)\b|\bin (?:a|the) (?:meeting|call|train|car)\b|\bon (?:my|the) (?:way|road|train|phone now)\b|\bget back to you\b|\b(?:don't|do not) know (?:yet|what to think|if|whether)\b|\bi(?:'m| am) not sure (?:yet|what|if|whether)\b|\bnot sure (?:yet|about|what to (?:think|say))\b|\b(?:give|gimme) (?:me )?(?:till|until)\b|\b(?:have|need|want) to [a-z]+ (?:it|this|that|them) (?:[a-z'-]+ ){0,6}first\b|\bsee what (?:he|she|they|my|our|the)\b|\bpassed (?:it|this) (?:on|along)\b|\bforwarded (?:it|this)\b|\bbefore (?:i|we) (?:say|decide|can say|judge|accept|approve)\b|\b(?:quick|brief|first) (?:look|glance)\b|\bso far\b|\blet me (?:think|check|see|look|read|sleep|get back|ask|discuss|talk)\b|^(?:later|tomorrow|tonight|one moment|one sec|hold on|wait|brb|busy)\b|^(?:checking|testing|trying|reading|looking)(?: it| them| that)?(?: out)? (?:tonight|tomorrow|later|this|on|over|after|in|at)\b|\bstill (?:reading|looking|checking|testing|thinking|has to|have to|need to|needs to)\b|\bask (?:my|our|the|him|her|them)\b(?!(?: \w+)? to\b)/;
/** Acceptance hangs on what somebody else says or on a day to come. */
const DEFERRED = new RegExp(
  `\\b(?:if|once|when|as soon as|unless|until|after) (?:${SOMEBODY}|[a-z]+) (?:says?|said|approves?|agrees?|confirms?|accepts?|signs? off|gives?|is (?:ok|okay|fine|happy|satisfied)|likes?|has (?:seen|read|looked|approved|checked|agreed)|looks|signs|gives|comes back)\\b`,
);
/** It hangs on what will be, and asks for no change. */
const AWAITED =
  /\b(?:if|once|when|as soon as|provided) (?:it|this|that|they|the [a-z]+|my [a-z]+|our [a-z]+|everything|all)(?: [a-z]+)? (?:works(?: out)?|goes (?:well|ok|okay|fine|down well|through)|turns out|passes|fits|runs|succeeds|survives|arrives|tastes|sells|wins|gets through|comes out)\b/;
/** The person takes back everything that they have said of it. */
const RETRACTED =
  /\b(?:forget|ignore|disregard|scratch|scrap|strike|never ?mind)(?: about)? (?:what i(?:'ve| have)? (?:just )?(?:said|wrote)|(?:my|the) (?:last|previous|first|earlier) (?:message|one|comment|remark|point|words)|that|all that|everything i|the (?:above|complaint|comment))\b|\bi (?:take|took) (?:that|it|this|everything|all of (?:it|that)) back\b|\bi was wrong\b|\bmy (?:mistake|bad|fault)\b|\bwrong (?:window|chat|person|conversation|tab|thread)\b|\b(?:that|this) was (?:not )?(?:meant )?for (?:somebody|someone|another)\b|^(?:sorry,? )?never ?mind\b/;
/** The person takes back what they have just said. */
const RECONSIDERED =
  /^(?:(?:hm+|oh|ah|well|ok|okay|sorry|wait|but)[\s,.!…]*)*(?:hold on|hang on|wait a (?:minute|moment|second|sec)|actually,? (?:no|it's fine|it is fine|keep|leave|forget|that's fine|scrap|i like)|no,? wait|on second thoughts?|wait,? no|no,? (?:keep|leave) (?:it|that|them|everything)\b|scratch that|(?:hm+,? )?actually no)/;
const ASKED = /\?(?:["'”’)\]\s!?]|\p{Extended_Pictographic})*$/u;
const INFORMS =
  /^(?:(?:and|but|so|ok|okay|hm+|well|wait|sorry|just|quick question|one question|question)[\s,.:…-]*)*(?:who|whom|whose|would you (?:be (?:content|happy|satisfied|pleased|fine|ok|okay)|accept|take it|use it|recommend|call|sign)|when|where(?!(?:'s| is| are) (?:the|my|our|all|your))|which|what(?! about)|how(?! about)|is|are|was|were|does|do|did|has|have|am|can (?:it|this|that) be (?:opened|used|edited|printed|read|run|shared|imported|exported|viewed|played|sent|reused)|why(?! (?:(?:did|have) you (?:remove|drop|change|delete|leave|skip|not)|(?:is|are) there no|(?:is|are|was|were)(?: [a-z'-]+){1,4} (?:missing|gone|left out|wrong|still|so)|can't|doesn't|don't|isn't|aren't|didn't|not)))\b/;
const WANTS_ELSE =
  /\bis there (?:[a-z]+ )?(?:something|anything|nothing) (?:else|instead|different)\b/;
/** Whoever reminds of what they said finds fault. */
const REMINDS =
  /(?<!\b(?:as|what|like|how|than) )\bi (?:had |already |clearly )*(?:said|told you)\b/;
const TELL_ME =
  /\b(?:could|can|would|will) you (?:please |maybe |just )?(?:tell|say|explain (?:how|why|what|where)|let me know|remind|clarify (?:how|why|what|where)|confirm)\b|\bmay i ask\b|\bi(?:'m| am)? (?:wonder(?:ing)?|was wondering) (?:how|why|what|where|who|when|if (?:it|this|that) (?:is|was|includes))\b/;
/** A question in form, and plainly no wish to know. */
const RHETORICAL =
  /\bwho(?:'s| is| was) (?:ever |even )?supposed to\b|\bwho (?:on earth |the hell )?(?:asked|wants|wanted|needs|told|said|reads|would)\b|\bcan(?:'t)? (?:you|anybody|anyone)(?: \w+)? (?:even )?read\b|\bare you (?:stupid|blind|deaf|serious|kidding|joking|even)\b|\bwhat is this\b|\b(?:idiots?|morons?|kidding|joke|joking|serious(?:ly)?|hell|fuck\w*|shit|crap|rubbish|garbage|nonsense|wtf|on earth|drunk|blind|asleep|bother)\b/;
/** What else it is, its words come from a person who has made up their mind. */
const MAX_QUESTIONS = 5;

/** Of everything that was said since the result: pure. */
export function readEvidence(exchanges: readonly Exchange[], hear?: Hear): Evidence {
  const opened = exchanges.map((one) => (one.role === "human" ? withoutMarks(one) : one));
  const clauses = clausesOf(opened);
  const named = namesIn(clauses);
  const sentences = Map.groupBy(clauses, ({ sentence }) => sentence);
  const blanked: Clause[] = [];
  const questions: string[] = [];
  const newest = exchanges.findLast(({ role }) => role === "human")?.id;
  const putOff = new Set(
    clauses.filter(({ plain }) => LATER.test(plain)).map(({ exchange }) => exchange),
  );
  let isPutOff = false;
  let isAsked = false;
  for (const [at, parts] of sentences) {
    const whole = parts.map(({ plain }) => plain).join(" ");
    const [first] = parts;
    if (first === undefined) continue;
    const before = clauses.filter(({ sentence }) => sentence < at);
    blanked.push(...takenBack(parts, before, putOff));
    const heard = hear?.(first.source.slice(first.start, parts.at(-1)?.end));
    if (isQuestion(parts, heard)) {
      blanked.push(...parts);
      isAsked ||= first.exchange === newest;
      questions.push(first.source.slice(first.start, parts.at(-1)?.end));
      continue;
    }
    const isEndorsed = ENDORSED.test(first.source.slice(0, MAX_READ).toLowerCase());
    const asides = parts.filter((part) => isAside(part, { isEndorsed, whole, named, heard }));
    blanked.push(...asides);
    const isOpen = parts.some((part) => isLater(part, whole, heard)) || asides.some(isReserved);
    if (first.exchange === newest && isOpen) isPutOff = true;
  }
  const read = opened.map((one) => (one.role === "human" ? withoutQuotes(one) : one));
  const kept = read.map((one) => withoutClauses(one, blanked));
  return {
    exchanges: kept,
    questions: questions.slice(-MAX_QUESTIONS),
    isPutOff,
    isQuestion: isAsked && (kept.find(({ id }) => id === newest)?.content.trim() ?? "") === "",
  };
}

const IF_SO = /^(?:and |but |so )?(?:if|once|when|as soon as|provided)\b/;

/** "If it also sorts them I'm happy. Checking tonight": what is still to be seen is no wish. */
function isToBeSeen(first: Clause, whole: string, putOff: ReadonlySet<string>): boolean {
  if (!putOff.has(first.exchange) || !IF_SO.test(first.plain)) return false;
  return !/\byou\b|\b(?:were|was|had|could|would)\b/.test(whole);
}

/** "Looks good, but my wife wants to read it, too". */
function isReserved({ plain }: Clause): boolean {
  return /^(?:but|only|though|although|however|except)\b/.test(plain);
}

const MAX_READ = 4_000;
const ENGLISH = ordersOf("en");

/** What of a sentence, and before it, judges nothing any more or not yet. */
function takenBack(
  parts: readonly Clause[],
  before: readonly Clause[],
  putOff: ReadonlySet<string>,
): readonly Clause[] {
  const whole = parts.map(({ plain }) => plain).join(" ");
  const [first] = parts;
  if (first !== undefined && isToBeSeen(first, whole, putOff)) return parts;
  if (RETRACTED.test(whole)) return [...before, ...parts.filter(isRetraction)];
  return first !== undefined && RECONSIDERED.test(whole) ? former(before, first) : [];
}

function isRetraction({ plain }: Clause): boolean {
  return RETRACTED.test(plain);
}

/** The sentence before it in the same exchange. */
function former(before: readonly Clause[], { exchange }: Clause): readonly Clause[] {
  const last = before.at(-1);
  if (last?.exchange !== exchange) return [];
  return before.filter(({ sentence }) => sentence === last.sentence);
}

/** It wants to know something, and asks for no change. */
function isQuestion(parts: readonly Clause[], heard: Heard | undefined): boolean {
  const asksForChange = parts.some(({ plain }) => requestKindOf(plain) !== undefined);
  if (heard !== undefined && isSureBlame(heard)) return false;
  const whole = parts.map(({ plain }) => plain).join(" ");
  const isScolding = RHETORICAL.test(whole) || REMINDS.test(whole);
  if (heard !== undefined && isAsking(heard) && !asksForChange && !isScolding) return true;
  if (isScolding) return false;
  if (TELL_ME.test(whole)) return true;
  const last = parts.at(-1)?.plain ?? "";
  if (!ASKED.test(last)) return !asksForChange && asksWithoutMark(whole);
  if (parts.some(({ plain }) => INFORMS.test(plain) && !WANTS_ELSE.test(plain))) return true;
  return !asksForChange;
}

interface Around {
  readonly isEndorsed: boolean;
  readonly whole: string;
  /** Others who were said to think something of it. */
  readonly named: readonly string[];
  readonly heard: Heard | undefined;
}

function namesIn(clauses: readonly Clause[]): readonly string[] {
  return clauses
    .filter(({ text }) => NAMED.test(text))
    .map(({ plain }) => /^(?:but |and |so )?(\p{L}+)/u.exec(plain)?.[1] ?? "");
}

const MARK = /^>+ ?/gm;
const LETTER =
  /^[ >]*(?:(?:hi|hello|hey|dear|good morning)\b[^\n]{0,40},?|(?:best|regards|kind regards|best regards|cheers|thanks|yours|sincerely|love)\b[^\n.!?]{0,40})$/gim;

/** A forwarded mail that the person wants followed is read as if they had said it. */
function withoutMarks(exchange: Exchange): Exchange {
  const { content } = exchange;
  if (!/^>/m.test(content) || !ENDORSED.test(content.toLowerCase())) return exchange;
  const blank = (found: string) => " ".repeat(found.length);
  return { ...exchange, content: content.replace(LETTER, blank).replace(MARK, blank) };
}

function isLater({ plain }: Clause, whole: string, heard: Heard | undefined): boolean {
  if (heard !== undefined && isSureBlame(heard)) return false;
  if (DEFERRED.test(whole) || AWAITED.test(whole)) return true;
  // "I'll read it tonight and let you know", "I'm on the train, give me an hour".
  if (LATER.test(whole) && !hasValence(plain) && actOf(plain) === undefined) {
    return requestKindOf(plain) === undefined || /\b(?:me|you know|i|we)\b/.test(plain);
  }
  return LATER.test(plain) && actOf(plain)?.kind !== "accept";
}

function isAside(clause: Clause, { isEndorsed, whole, named, heard }: Around): boolean {
  const { plain, text } = clause;
  if (isLater(clause, whole, heard)) return true;
  if (isEndorsed || (heard !== undefined && isSureBlame(heard))) return false;
  if (ENGLISH.isOrder(plain)) return false;
  if (heard !== undefined && isDeferring(heard) && requestKindOf(plain) === undefined) return true;
  const isOfThem = named.some((name) => plain.startsWith(`${name} is `));
  return isOfThem || HEARSAY.test(plain) || NAMED.test(text);
}

const QUOTE = /(["“«])[^"”»\n]{1,600}["”»]/gu;
const ATTRIBUTED =
  /\b(?:say|says|said|wrote|writes|thinks|thought|told|asked|asks|calls?|called|commented|replied|answered|quote|goes|was)\b[^.!?\n]{0,30}$/i;

/** What stands in quotation marks behind "she said" is hers. */
function withoutQuotes(exchange: Exchange): Exchange {
  const { content } = exchange;
  const own = content.replace(QUOTE, (found, _mark, at: number) =>
    ATTRIBUTED.test(content.slice(Math.max(0, at - 60), at)) ? " ".repeat(found.length) : found,
  );
  return own === content ? exchange : { ...exchange, content: own };
}

function withoutClauses(exchange: Exchange, clauses: readonly Clause[]): Exchange {
  let { content } = exchange;
  for (const { exchange: id, start, end } of clauses) {
    if (id !== exchange.id) continue;
    content = content.slice(0, start) + " ".repeat(end - start) + content.slice(end);
  }
  return content === exchange.content ? exchange : { ...exchange, content };
}
