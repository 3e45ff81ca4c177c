/*
 * How people ask for a change: directly ("add a legend"), as a wish ("I'd like …", "I was hoping
 * …"), as a duty ("should be bigger"), as a lack ("there is no total"), or by measure ("more
 * detail").
 */

const VERBS =
  `add adjust align allow animate annotate avoid break bring bold book centre center change
  check clarify clean colour color combine compare compress consider convert correct cover cut
  darken decrease define delete describe display drop emphasise emphasize enable enlarge expand
  explain export extend fill fix format give group hide highlight improve include increase indent
  insert integrate introduce justify label lead lengthen let lighten limit link list localise localize
  lower make mention merge mind modify move name number offer omit order organise organize outline
  pick polish position pull push restore return revert rework soften stop tighten tidy tweak drop find choose prefer provide put raise reduce rename reorder reorganise reorganize rephrase
  replace restructure rewrite reword remove revise rotate round scale separate set shorten show shrink
  simplify sort speed specify spell split state stick summarise summarize support swap switch
  take tone translate trim try turn update use validate verify widen write leave anonymise anonymize blur redo redraw rearrange recalculate recolour recolor redact replant resize retitle shift spread strengthen swap stretch underline vary weaken`.split(
    /\s+/,
  );

const IMPERATIVE = new RegExp(
  `^(?:(?:please|pls|kindly|maybe|perhaps|but|and|also|then|just|so|or|for next time|next time|instead|first|ok|okay|now)[\\s,]+){0,3}(?:don't|do not|never|always)?\\s*(?:${VERBS.join("|")}|go back|cut back|max|get rid|lose)(?=\\s)`,
  "i",
);

/** Begins like an imperative. */
export function startsRequest(text: string): boolean {
  return IMPERATIVE.test(text.slice(0, 200)) && !NO_IMPERATIVE.test(text.slice(0, 200));
}

/**
 * Begins like one, but says something else: "show your work was great", "order is fine", "use of
 * colour".
 */
const NO_IMPERATIVE =
  /^(?:[a-z]+\s+(?:of|is|are|was|were|looks?|works?|seems?|has|have|and|for me)\b|leave it as|take (?:care|my (?:yes|word|thanks))|find (?:it|this|that|them)\b(?! a\b)|stop (?:it|worrying)|correct (?:now|this time|at last)\b|(?:don't|do not)\s+change\s+(?:a thing|anything)|let me know|let's (?:ship|go)|keep (?:it up|up the))/i;

const WISHES: readonly RegExp[] = [
  /\b(?:i|we)(?:'d| would)(?: really| also| still| rather)* (?:like|love|prefer|want|appreciate|expect|need|have (?:liked|loved|preferred|wanted|expected|appreciated)|rather|add|change|move|remove|use|put|make|suggest|recommend)\b/,
  /\b(?:i|we)(?: really| also| still)* (?:want|need|miss|suggest|recommend|prefer|expect)\b/,
  /\b(?:i|we)(?: was| were|'d been|'m| am)(?: really| still)? (?:hoping|expecting|looking) (?:for|to|that|you|it)?/,
  /\b(?:i|we) (?:had )?(?:hoped|expected|asked|wanted|wish|wished)\b/,
  /\bwould(?:'ve| have)? (?:be|been) (?:really |very |much |so |even )*(?:nice|nicer|good|great|better|best|helpful|useful|ideal|lovely|cool|awesome|perfect|clearer|easier|interesting)\b/,
  /\bit(?:'d| would) (?:really )?(?:be|help)\b/,
  /\b(?:may|can|must) (?:have|be|hold|take|cost) .{0,30}\b(?:max|at most|maximum|tops)\b/,
  /\bwould (?:help|benefit|profit)\b/,
  /\b(?:should|ought to|needs? to|must|has to|have to|shouldn't|mustn't)\b/,
  /\b(?:could|can|would|will) (?:you|we|it|this|they|someone)\b/,
  /\b(?:could|can|may|might) i (?:also |please |still |maybe )*(?:have|get|see)\b/,
  /\bcould (?:be|use|do with|have|benefit)\b/,
  /^(?:and |but |so )?(?:could|can) (?:the|a|an|my|our|these|those|all) /,
  /\bneeds? [a-z]+(?:ing|ed)\b/,
  /^(?:and |but |so )?why (?:(?:did|have) you (?:remove|drop|change|delete|leave|skip|not)|(?:is|are) there no|can't|doesn't|don't|isn't|aren't|didn't)\b/,
  /\b(?:needs?|requires?) (?:a|an|some|more|less|fewer|better|another|at least|the|bigger|larger|clearer)\b/,
  /\b(?:how|what) about\b/,
  /\bis there (?:maybe |perhaps )?(?:something|anything|nothing) (?:else|instead|different|other)\b/,
  /\bwhy not\b/,
  /\b(?:i'd|we'd|would) rather\b/,
  /\bplease (?!accept|approve|ship|publish|merge|go ahead|find|keep it up|note|reject)[a-z]+/,
  /\binstead of\b/,
  /\b(?:has|have) to go\b|\bmust go\b|\bneeds? to go\b/,
  /,? not (?:the )?(?:\d[\d.,:]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b/,
  /\b(?:i'd|would|do) (?:you )?mind\b/,
  /\bmy (?:only )?(?:suggestion|wish|request)\b/,
  new RegExp(
    `\\b(?:if|once|when|as soon as) you (?:also |just |could |can |would )*(?:${VERBS.join("|")})\\b`,
  ),
];

/** "If the charts were readable I'd be happy": what is not yet is a wish. */
const COUNTERFACTUAL =
  /\bif (?:only )?(?:[a-z' -]{1,60}?) (?:were|was|had|did|could|would|weren't|wasn't|hadn't|didn't)\b.{0,80}\b(?:i|we|it)(?:'d| would| could| might)\b|\b(?:i|we|it|this)(?:'d| would|'d've| could| might)(?: have| be| also)*\b.{0,50}\b(?:if|once|as soon as|provided|when|after)\b|\bif only\b/;

const LACKS: readonly RegExp[] = [
  /^(?:and |but |so )?why (?:is|are|was|were)(?: [\p{L}'-]+){1,4} (?:still )?(?:missing|gone|left out)\b/u,
  /\b(?:is|are|was|were|still|'s|'re|the|a) (?:still |also |completely |totally )?missing\b/,
  /^(?:still |also )?missing\b/,
  /^(?:and |but |so )?where(?:'s| is| are) (?:the|my|our|all)\b/,
  /\bmisses (?:a|an|the|some|any)\b/,
  /\black(?:s|ed|ing)?\b/,
  /\b(?:is|are|was|were)(?: still|n't| not)* (?:not |nowhere )(?:in there|in it|there|in here|to be found|listed|shown|in the [a-z]+)\b/,
  /\b(?:is|are) still (?:there|in there|in it|in here|the same|wrong|the old)\b/,
  /\bthere(?:'s| is| are|'re) (?:still |also )?(?:no|not enough|too)\b(?! (?:doubt|need|problem|issue|reason|mistake|error))/,
  /\b(?:no|not a single) (?:mention|sign|trace|source|sources|legend|title|total|totals|way) (?:of|for|to)?/,
  /\bforgot(?:ten)?\b|\bleft out\b|\boverlooked\b|\bomitted\b|\bskipped\b/,
  /\b(?:has|have|had|contains?|includes?|shows?|gives?) no (?!doubt|need|problem|issue|further|more|longer|question|comment|idea|objection|complaint|reason|error|mistake|bug|fault|flaw|gap|typo|worr|time)/,
  /\bnot (?:enough|included|covered|mentioned|explained)\b/,
];

const MEASURES: readonly RegExp[] = [
  /^(?:and |but )?(?:max|max\.|maximum|at most|at least|minimum|no more than|no longer than|not more than|under|below|up to) (?:of )?[\d]/,
  /^(?:(?:please|maybe|perhaps|just|also|and|a bit|slightly|a little|a lot|much|even|some)\s+)*(?:more|less|fewer|bigger|larger|smaller|shorter|longer|wider|clearer|simpler|higher|lower|darker|brighter|lighter)\s+(?!than\b)[a-z]/,
  /\btoo (?:many|much|few|little|[a-z]+)\b(?<!\b(?:me|you|that|was|too|not|nor) too)/,
  /\bnot [a-z]+ enough\b|\b[a-z]+n't [a-z]+ enough\b|\b(?:not|n't) (?:quite |really )?enough\b/,
];

/** Looks like a wish, but is thanks, praise or a guess. */
const NO_WISH =
  /\b(?:hadn't|had not|didn't|did not|wouldn't have|never)(?: even)? (?:dared?|thought|dreamed|dreamt) (?:to|of)\b|\bi (?:overlooked|misread|simply missed) (?:it|that|this|them)\b|\b(?:like|want|love) to (?:thank|say|congratulate|keep|ship|accept|approve|praise)\b|\bshould (?:be (?:fine|ok|okay|good|enough|proud|able|all)|work|do|suffice)\b|\bcould(?:n't| not) (?:be|have been|ask|have asked|have (?:done|been)|find (?:a|any|one)|hope)\b|\bnot? (?:too|need(?:s|ed)?|want)\b|\bno need\b|\b(?:don't|do not|doesn't|does not|didn't) (?:need|want|have to|miss|expect|mind|lack)\b|\b(?:just|exactly|all|everything|precisely) (?:what|as|that|like|how) (?:i|we)(?:'d| had)? (?:wanted|needed|need|want|expected|hoped|asked|wished)\b|\b(?:as|than|what) (?:i|we)(?:'d| had)? (?:ever )?(?:hoped|expected|asked|wanted)\b|\beverything (?:i|we)(?:'d| had)? (?:asked|wanted|needed|need|hoped)\b|\bnothing (?:is |was )?(?:missing|lacking|left out|else)\b|\b(?:exactly|just|precisely) what (?:i|we)(?:'ve| have|'d| had| was| were)?(?: been)? missing\b|\b(?:what|all) (?:that )?(?:i|we)(?:'d| had)? ?(?:ever )?(?:need|want|expect|needed|wanted|expected|asked for)\b|\banything (?:that )?(?:i|we)(?:'d| would) (?:change|add|improve)\b|\b(?:wasn't|was not|weren't|didn't|did not) expect|\bcan we (?:ship|go)\b|\bwould you (?:believe)\b|\bcan(?:not|'t)? (?:see|tell|read|find)\b(?=.*\bnow\b)/;

export type RequestKind = "asked" | "lacks" | "measure";

/** How a clause in plain lower case asks for a change; undefined if it does not. */
export function requestKindOf(clause: string): RequestKind | undefined {
  const text = clause.slice(0, 600);
  if (startsRequest(text)) return "asked";
  if (COUNTERFACTUAL.test(text)) return "asked";
  if (NO_WISH.test(text)) return undefined;
  if (WISHES.some((wish) => wish.test(text))) return "asked";
  if (LACKS.some((lack) => lack.test(text))) return "lacks";
  return MEASURES.some((measure) => measure.test(text)) ? "measure" : undefined;
}
