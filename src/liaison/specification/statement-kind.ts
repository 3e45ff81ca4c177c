import { artefactAt } from "../cases/artefacts.ts";
import { type Act, actsIn, actsOf } from "../phrases/acts.ts";
import { piecesOf } from "../phrases/pieces.ts";
import { isBackground } from "./background.ts";
import type { StatementKind } from "./statement.ts";

const MAX_SMALL_TALK = 200;
const MAX_READ = 4_000;
/** They may tell something about the task in a word. */
const TELLING: readonly Act[] = ["asks_back", "correct"];
const NON_GOAL =
  /\b(?:no need (?:for|to)|(?:don['’]?t|do not|doesn['’]?t|does not|needn['’]?t) (?:need|have to|bother|worry about)|needn['’]?t|not (?:necessary|required|needed|a priority)|out of scope|not (?:looking for|interested in|about)|(?:don['’]?t|do not) care (?:about|for)|leave out|skip|ignore|(?:can|could|may) be (?:ignored|skipped|left out)|unnecessary)\b/i;
const CONSTRAINT =
  /\b(?:must ?n['’]?o?t|mustn['’]?t|should ?n['’]?o?t|should not|cannot|can['’]?t|may not|never(?! (?:once|been|did|had|left|got|gets?|knew|said|seen|done|came|went|met|missed|late|mind)\b)(?! \p{L}+(?:ed|s)\b)|avoid(?:ing)?|(?:don['’]t|(?<=^|(?:i|we|you|they|please|and|but|just|also) )dont|do not) (?!know|think|mind|care|have|understand|forget|hesitate)\p{L}+|without|(?<!not )(?<!the )only|no (?:more|later|less|longer|fewer|earlier) than|at most|at least(?= *\S)(?! *[.!?])|not (?:more|less|exceed|longer|use|include|too|be)|less than|fewer than|(?:stay|keep|be|is|cost|costs|budget)[^.]{0,20} (?:under|below|within|between)|under [$€£¥]?\d|below [$€£¥]?\d|up to [$€£¥]?\d|max(?:imum|imal)?|(?<!\d[ -]?)min(?:imum)?|limit(?:ed)? to|exclusively|strictly|nothing but|as long as|exclud(?:e|es|ing)|except(?: for)?|my budget|budget (?:is|of)|(?:vegetarian|vegan|gluten[- ]free|dairy[- ]free|halal|kosher)|allerg(?:y|ic|ies))\b|^(?:no|not|nothing)\s+\p{L}+|^(?:drop|remove|omit|exclude)\b/iu;
/** "Two of the kids can't read", "my aunt is vegetarian": so they are. */
const TELLS_NO_LIMIT =
  /(?<!\p{L})(?:can(?:['’]?t|not)|never|don['’]t|only|no|not|allerg\p{L}+|vegetarian|vegan|kosher|halal)(?!\p{L})/iu;
const CRITERION =
  /\b(?:success(?:ful)?(?: (?:is|means|criteria|criterion|looks like|if|when))|(?:i|we|they)(?:['’]ll| will|['’]d| would) (?:be (?:happy|satisfied|done|glad)|know it)|good enough|done (?:when|if|once)|finished when|it works (?:if|when)|works if|acceptance|accepted (?:if|when)|the (?:goal|aim|outcome|point) is|so that (?:i|we|they|the|people|users|customers|everyone|it)\b|measured by|target of|(?:all )?tests? (?:must |should )?pass|pass(?:es)? all|\d+ ?% (?:accura|of|or)|(?:must|should|needs to|has to) be (?:correct|accurate|readable|easy to|understandable|clear|fast|error-free|ready|reliable|consistent)|load(?:s|ing)? (?:in|within)|in (?:under|less than) \d+ (?:ms|milliseconds|seconds|minutes))\b/iu;
const SPEED_LIMIT =
  /\b(?:must|ha(?:s|ve) to|needs? to|no (?:more|longer) than)\b.{0,60}\b(?:ms|milliseconds?|seconds?)\b/iu;
const ASKS_FOR =
  /^(?:(?:hi|hello|hey|there|please|also|and|ok(?:ay)?|so|but|great|thanks|yes)[\s,!.]+)*(?:(?:can|could|would|will) (?:you|it|we|this|that|they|i (?:have|get|see))|would (?:it|you)|is it possible|how about|what about (?:adding|making|using)|do you mind|may i (?:have|get))\b/i;
const REQUEST =
  /\b(?:(?:i|we)(?:['’]d| would)? (?:(?:also|really|just|still|urgently|definitely|absolutely) )*(?:need|want|require|like|love|prefer)|(?:i['’]?m|i am|we are|we['’]re) (?:looking for|after|trying to|planning|interested in|hoping|thinking of)|(?:can|could|would) you|help (?:me|us)|please|let['’]?s|(?:i|we) (?:have|must|should|want|need) to)\b/i;
/** "Need a plumber today": nobody is named who needs it. */
const BARE_NEED =
  /^(?:need|want|looking for|after) (?:an?|some|somebody|someone|help|two|three|\d+|the|my|our|to)(?!\p{L})/iu;
const TASK_VERB =
  /^(?:make|create|build|write|draft|design|develop|implement|plan|find|search|look (?:for|up)|book|reserve|buy|order|fix|repair|debug|translate|summari[sz]e|analy[sz]e|compare|clean|collect|gather|scrape|monitor|track|deploy|migrate|test|review|edit|proofread|rewrite|generate|prepare|produce|give|show|tell|explain|teach|recommend|suggest|list|organi[sz]e|schedule|arrange|set up|send|post|publish|calculate|estimate|forecast|predict|research|investigate|identify|provide|add|update|convert|record|edit|survey|hire|name|optimi[sz]e|refactor|install|configure|check|choose|pick|get|detail|outline|describe|discover|learn|visuali[sz]e|come up with|think (?:up|of)|look after|take care of|sort out|look into|automate|curate|devise|compile|locate|work out|remove|solve|evaluate|determine|craft|download|extract|rank|assist|guide|retrieve|fetch|print|count|sort|walk|inform|scan|map|share|solve|tune|rename|merge|shorten|simplify|reformat|transcribe|document|redesign|tidy|figure out|label)\b(?!-)/i;
const CONTEXT =
  /^(?:(?:i|we)(?:['’]m|['’]re| am| are)(?! (?:looking|after|trying|planning|hoping|thinking|interested))|(?:i|we)(?:['’]ve| have)(?! to\b)| *(?:i|we) (?:really )?(?:love|enjoy|hate|dislike|like (?!it\b|to\b|you\b))|(?:love|enjoy|hate|dislike)\b| *(?:i|we) (?:use|work|run|sell|own|live|currently|already|usually|sometimes|know|got|did|had|tried|think|believe|store|keep)\b|(?:my|our) [\p{L} -]{2,40} (?:is|are|was|has|have|uses?|runs?|wants?)\b|(?:the|our|my|when|whenever|sometimes) [^.;]{2,80}\b(?:crash(?:es|ed)?|fails?|failed|breaks?|broke|(?:is|are|gets?) (?:broken|slow|stuck|wrong|missing)|throws?|hangs?|freezes|does(?:n['’]t| not) (?:work|load|open|start|show|respond)|not working|stopped)\b|(?:got|had|tried|bought|went|saw|heard) (?!to\b|you\b)|currently|because|since|at the moment|right now|last time|so far|there (?:is|are)\b|the (?:data|files?|numbers?|figures|source|background|code|repo|customers?|company)[\p{L} ]{0,20} (?:is|are|comes?|lives?|sits?)\b|(?:this|it) (?:is|was) (?:for|about|because|due|part of)\b|for (?:context|background|reference|info))/iu;

/** At most an article and what it is like. */
const MADE_FIRST = /^(?:an? |the |one |\d+ )?(?:[\p{L}\d-]+ ){0,3}$/iu;

/** "I am moving and need a list": the first part is background, the rest is the wish. */
const WISH_AFTER =
  /(?:\b(?:and|so)|,)\s+(?:(?:i|we)(?:['’]m| am| are)?\s+)?(?:also )?(?:need|want|would like|looking for|am looking|help|can you|could you)\b/i;

/** Whether a clause says nothing about the task: greetings, thanks, praise, consent. */
export function isSmallTalk(clause: string): boolean {
  const text = clause.trim();
  if (text === "" || text.length > MAX_SMALL_TALK) return text === "";
  const { acts, isAll } = actsOf(text);
  return isAll && !TELLING.some((act) => acts.has(act));
}

/** "Just do it", "you decide": no more questions, whatever is left open. */
export function isProceed(clause: string): boolean {
  const { acts, isAll } = actsOf(clause.slice(0, MAX_SMALL_TALK));
  return isAll && (acts.has("go") || acts.has("leave")) && !acts.has("refuse");
}

/** Whether a message lets the work begin: it says so, or ends in nothing but consent. */
export function wantsToBegin(message: string): boolean {
  const pieces = piecesOf(message.slice(0, MAX_READ)).filter(({ tokens }) => tokens.length > 0);
  // "Can you draft it?" asks for it, and lets nothing begin.
  const acts = pieces.map(({ tokens, mark }) => (/[?？]/.test(mark) ? [] : (actsIn(tokens) ?? [])));
  const has = (act: Act) => acts.some((own) => own.includes(act));
  const { acts: meant, isAll } = actsOf(message.slice(0, MAX_READ));
  const isNo = isAll ? meant.has("refuse") : has("refuse");
  if (isNo && !isProceed(message)) return false;
  if (has("go")) return true;
  return acts.at(-1)?.includes("agree") === true || (isAll && has("leave") && !has("unknown"));
}

/** "Migrate the customers": it begins with what is to be done. */
export function isOrder(clause: string): boolean {
  return TASK_VERB.test(clause);
}

export function isRequest(clause: string): boolean {
  return REQUEST.test(clause) || TASK_VERB.test(clause) || BARE_NEED.test(clause);
}

/**
 * "Compile a list of vegetarian recipes" is a task; "remove it" and "limit it to five" may be
 * limits.
 */
function startsTask(clause: string, at: number): boolean {
  return at > 0 && TASK_VERB.test(clause);
}

/** By the cues of the clause: the first match, with the most specific cues first. */
export function kindOf(clause: string, isAsked: boolean): StatementKind {
  if (isSmallTalk(clause)) return "small_talk";
  if (isAsked && !ASKS_FOR.test(clause)) return "question";
  if (NON_GOAL.test(clause)) return "non_goal";
  if (SPEED_LIMIT.test(clause)) return "constraint";
  if (CRITERION.test(clause)) return "criterion";
  if (CONSTRAINT.test(clause) && !isWish(clause)) {
    return TELLS_NO_LIMIT.test(clause) && isBackground(clause) ? "context" : "constraint";
  }
  return isTold(clause) ? "context" : "requirement";
}

function isTold(clause: string): boolean {
  if (CONTEXT.test(clause) && !WISH_AFTER.test(clause) && !ordersBehind(clause)) return true;
  return !isRequest(clause) && isBackground(clause);
}

/** "Got this from school, write back that we come". */
function ordersBehind(clause: string): boolean {
  return clause.split(/,\s+/).slice(1).some(isOrder);
}

/** "Minutes of the council, two pages at most": what is to be made stands at the beginning. */
function opensWithArtefact(words: string): boolean {
  const place = artefactAt(words);
  return place !== undefined && MADE_FIRST.test(words.slice(0, place.start));
}

/** "I need a report without charts" is a wish that contains a limit, not a limit. */
function isWish(clause: string): boolean {
  const at = CONSTRAINT.exec(clause)?.index ?? 0;
  const before = clause.slice(0, at).trim();
  return (at > 12 && (isRequest(before) || opensWithArtefact(before))) || startsTask(clause, at);
}
