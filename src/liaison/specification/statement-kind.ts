import type { StatementKind } from "./statement.ts";

const PLEASANTRY =
  /[\s,.!?–-]*(?:i hope (?:you are|you['’]re|this finds you|you have)[^.]{0,40}|i (?:really )?appreciate (?:it|this|your help|that)|have a (?:nice|great|good) \p{L}+|how are you(?: doing)?|i love (?:it|this|your work)|(?:great|good|nice) (?:work|job|questions?)|(?:you(?: are|['’]re| were)? )?(?:doing )?(?:very |so |really )?(?:kind|helpful|amazing|awesome|great)|the best|much appreciated|good (?:morning|afternoon|evening)|well done|no problem|of course|(?:it |that |this )?(?:sounds|looks) (?:very |really )?(?:good|great|fine)|lgtm|go ahead|that(?:['’]s| is)?|it(?:['’]s| is)|this is|for (?:your|the|all(?: the)?) (?:help|time|support|work|questions)|(?:in advance|thank|thanks|you|are|many|cheers|hi|hello|hey|great|perfect|excellent|cool|nice|good|fine|okay|ok|yes|yeah|yep|nope|no|sure|right|sorry|please|bye|wow|hm+|well|done|there|all|team|again|very|really|so|much|a lot|everyone|correct|helps|works|already))(?![\p{L}])[\s,.!?–-]*/iuy;
const MAX_PLEASANTRIES = 30;
const MAX_SMALL_TALK = 200;
const FILLERS =
  "(?:[\\s,]+(?:now|please|already|then|anyway|as is|like that|thanks|thank you|it|that|the rest|everything|yourself|for me|with it|to me|to you|is best|is fine|you think|and start|and go))*[\\s.!]*$";
const PROCEED = new RegExp(
  `^(?:just (?:do|start|build|make|go|begin)|go ahead|proceed|start|begin|(?:you|please) (?:decide|choose)|(?:no|stop|enough)(?: more| asking| with the)?(?: any)? questions?|stop asking(?: me)?|(?:that['’]s|that is) all(?: you need| i know| i have)?|use your (?:best )?judge?ment|get (?:on with|going|started)|(?:i )?leave it)${FILLERS}`,
  "i",
);
const LEAVES = new RegExp(
  `^(?:up to you|(?:hard|difficult|tough) to say|no (?:idea|clue)|whatever(?: you (?:think|like|want))?|i (?:really )?(?:don['’]?t|do not) (?:care|mind|know)|no preferences?|surprise me|your (?:call|choice)|any(?:thing)?(?: is)? fine|as you (?:like|wish|see fit))${FILLERS}`,
  "i",
);
const NON_GOAL =
  /\b(?:no need (?:for|to)|(?:don['’]?t|do not|doesn['’]?t|does not|needn['’]?t) (?:need|have to|bother|worry about)|needn['’]?t|not (?:necessary|required|needed|a priority)|out of scope|not (?:looking for|interested in|about)|(?:don['’]?t|do not) care (?:about|for)|leave out|skip|ignore|(?:can|could|may) be (?:ignored|skipped|left out)|unnecessary)\b/i;
const CONSTRAINT =
  /\b(?:must ?n['’]?o?t|mustn['’]?t|should ?n['’]?o?t|should not|cannot|can['’]?t|may not|never|avoid(?:ing)?|(?:don['’]?t|do not) (?!know|think|mind|care|have|understand|forget|hesitate)\p{L}+|without|(?<!not )(?<!the )only|no (?:more|later|less|longer|fewer|earlier) than|at (?:most|least)|not (?:more|less|exceed|longer|use|include|too|be)|less than|fewer than|(?:stay|keep|be|is|cost|costs|budget)[^.]{0,20} (?:under|below|within|between)|under [$€£¥]?\d|below [$€£¥]?\d|up to [$€£¥]?\d|max(?:imum|imal)?|min(?:imum)?|limit(?:ed)? to|exclusively|strictly|nothing but|as long as|exclud(?:e|es|ing)|except(?: for)?|my budget|budget (?:is|of)|(?:vegetarian|vegan|gluten[- ]free|dairy[- ]free|halal|kosher)|allerg(?:y|ic|ies))\b|^(?:no|not|nothing)\s+\p{L}+|^(?:drop|remove|omit|exclude)\b/iu;
const CRITERION =
  /\b(?:success(?:ful)?(?: (?:is|means|criteria|criterion|looks like|if|when))|(?:i|we|they)(?:['’]ll| will|['’]d| would) (?:be (?:happy|satisfied|done|glad)|know it)|good enough|done (?:when|if|once)|finished when|it works (?:if|when)|works if|acceptance|accepted (?:if|when)|the (?:goal|aim|outcome|point) is|so that (?:i|we|they|the|people|users|customers|everyone|it)\b|measured by|target of|(?:all )?tests? (?:must |should )?pass|pass(?:es)? all|\d+ ?% (?:accura|of|or)|(?:must|should|needs to|has to) be (?:correct|accurate|readable|easy to|understandable|clear|fast|error-free|ready|reliable|consistent)|load(?:s|ing)? (?:in|within)|in (?:under|less than) \d+ (?:ms|milliseconds|seconds|minutes))\b/iu;
const SPEED_LIMIT =
  /\b(?:must|ha(?:s|ve) to|needs? to|no (?:more|longer) than)\b.{0,60}\b(?:ms|milliseconds?|seconds?)\b/iu;
const ASKS_FOR =
  /^(?:(?:hi|hello|hey|there|please|also|and|ok(?:ay)?|so|but|great|thanks|yes)[\s,!.]+)*(?:(?:can|could|would|will) (?:you|it|we|this|that|they|i (?:have|get|see))|would (?:it|you)|is it possible|how about|what about (?:adding|making|using)|do you mind|may i (?:have|get))\b/i;
const REQUEST =
  /\b(?:(?:i|we)(?:['’]d| would)? (?:(?:also|really|just|still|urgently|definitely|absolutely) )*(?:need|want|require|like|love|prefer)|(?:i['’]?m|i am|we are|we['’]re) (?:looking for|after|trying to|planning|interested in|hoping|thinking of)|(?:can|could|would) you|help (?:me|us)|please|let['’]?s|(?:i|we) (?:have|must|should|want|need) to)\b/i;
const TASK_VERB =
  /^(?:make|create|build|write|draft|design|develop|implement|plan|find|search|look (?:for|up)|book|reserve|buy|order|fix|repair|debug|translate|summari[sz]e|analy[sz]e|compare|clean|collect|gather|scrape|monitor|track|deploy|migrate|test|review|edit|proofread|rewrite|generate|prepare|produce|give|show|tell|explain|teach|recommend|suggest|list|organi[sz]e|schedule|arrange|set up|send|post|publish|calculate|estimate|forecast|predict|research|investigate|identify|provide|add|update|convert|record|edit|survey|hire|name|optimi[sz]e|refactor|install|configure|check|choose|pick|get|detail|outline|describe|discover|learn|visuali[sz]e|automate|curate|devise|compile|locate|work out|remove|solve|evaluate|determine|craft|download|extract|rank|assist|guide|retrieve|fetch|print|count|sort|walk|inform|scan|map|share|solve)\b/i;
const CONTEXT =
  /^(?:(?:i|we)(?:['’]m|['’]re| am| are)(?! (?:looking|after|trying|planning|hoping|thinking|interested))|(?:i|we)(?:['’]ve| have)(?! to\b)| *(?:i|we) (?:really )?(?:love|enjoy|hate|dislike|like (?!it\b|to\b|you\b))|(?:love|enjoy|hate|dislike)\b| *(?:i|we) (?:use|work|run|sell|own|live|currently|already|usually|sometimes|know|got|did|had|tried|think|believe|store|keep)\b|(?:my|our) [\p{L} -]{2,40} (?:is|are|was|has|have|uses?|runs?|wants?)\b|(?:the|our|my|when|whenever|sometimes) [^.;]{2,80}\b(?:crash(?:es|ed)?|fails?|failed|breaks?|broke|(?:is|are|gets?) (?:broken|slow|stuck|wrong|missing)|throws?|hangs?|freezes|does(?:n['’]t| not) (?:work|load|open|start|show|respond)|not working|stopped)\b|currently|because|since|at the moment|right now|last time|so far|there (?:is|are)\b|the (?:data|files?|numbers?|figures|source|background|code|repo|customers?|company)[\p{L} ]{0,20} (?:is|are|comes?|lives?|sits?)\b|(?:this|it) (?:is|was) (?:for|about|because|due|part of)\b|for (?:context|background|reference|info))/iu;

/** "I am moving and need a list": the first part is background, the rest is the wish. */
const WISH_AFTER =
  /(?:\b(?:and|so)|,)\s+(?:(?:i|we)(?:['’]m| am| are)?\s+)?(?:also )?(?:need|want|would like|looking for|am looking|help|can you|could you)\b/i;

/** Whether a clause says nothing about the task: greetings, thanks, praise, consent. */
export function isSmallTalk(clause: string): boolean {
  const text = clause.trim();
  return (
    text.length <= MAX_SMALL_TALK && (isPleasant(text) || isProceed(text) || LEAVES.test(text))
  );
}

/** Pleasantries from end to end, matched one after the other without backtracking. */
function isPleasant(text: string): boolean {
  let at = 0;
  for (let count = 0; count < MAX_PLEASANTRIES && at < text.length; count++) {
    PLEASANTRY.lastIndex = at;
    const match = PLEASANTRY.exec(text);
    if (match === null) return false;
    at = PLEASANTRY.lastIndex;
  }
  return at >= text.length;
}

/** "Just do it", "you decide": no more questions, whatever is left open. */
export function isProceed(clause: string): boolean {
  const text = clause
    .trim()
    .replace(
      /^(?:no(?=[,.!])|ok(?:ay)?|please|then|well|so|yes|sure|look|and|for the rest)[\s,.!]+/i,
      "",
    )
    .replace(/[.!\s]{1,10}$/, "");
  return text.length <= 120 && PROCEED.test(text);
}

export function isRequest(clause: string): boolean {
  return REQUEST.test(clause) || TASK_VERB.test(clause);
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
  if (CONSTRAINT.test(clause) && !isWish(clause)) return "constraint";
  if (CONTEXT.test(clause) && !WISH_AFTER.test(clause)) return "context";
  return "requirement";
}

/** "I need a report without charts" is a wish that contains a limit, not a limit. */
function isWish(clause: string): boolean {
  const at = CONSTRAINT.exec(clause)?.index ?? 0;
  return (at > 12 && isRequest(clause.slice(0, at).trim())) || startsTask(clause, at);
}
