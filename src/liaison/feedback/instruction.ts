/*
 * A wish or a complaint, turned into what the worker is to do: "I was hoping to see a way to compare
 * quarters" becomes "Add a way to compare quarters". What fits no form stays in the person's words.
 */

type Form = readonly [pattern: RegExp, made: (found: RegExpExecArray) => string];

const THING =
  "((?:the|a|an|my|our|your|its|their|these|those|all|some|this|that|most|every|each)? ?[^.,;!?]{1,120}?)";
const BE = "(?:is|are|was|were|looks?|seems?|feels?|appears?)";
const OPPOSITES: Readonly<Record<string, string>> = {
  long: "shorter",
  short: "longer",
  small: "bigger",
  tiny: "bigger",
  big: "smaller",
  large: "smaller",
  dark: "lighter",
  light: "darker",
  bright: "softer",
  loud: "quieter",
  quiet: "louder",
  slow: "faster",
  fast: "slower",
  expensive: "cheaper",
  pricey: "cheaper",
  low: "higher",
  high: "lower",
  wide: "narrower",
  narrow: "wider",
  early: "later",
  late: "earlier",
  complicated: "simpler",
  complex: "simpler",
  wordy: "shorter",
  hard: "easier",
  difficult: "easier",
};

const REASON =
  /(?:,? (?:like|such as) (?:me|us)|,? (?:though|however|too|as well|also|please|thanks|thank you))+$/i;
const SOMEONE =
  /\bfor (?:someone|somebody|people|anyone|a person|those|persons|readers|users)(?: who (?:has|have|is|are))? (with|in|on|without)\b/gi;

function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}

function made(more: string): (found: RegExpExecArray) => string {
  return ([, thing = "", detail = ""]) =>
    more.replace("1", lower(thing).trim()).replace("2", detail.trim());
}

const FORMS: readonly Form[] = [
  [
    new RegExp(
      `^(?:i|we)(?:'d| would)(?: also| really| still)* (?:like|love|prefer|want) to see ${THING} (?:displayed|shown|presented|placed) more (prominently)$`,
      "i",
    ),
    made("Display 1 more 2"),
  ],
  [
    new RegExp(
      `^(?:i|we)(?:'d| would)(?: also| really| still)* (?:like|love|prefer|want) to see ${THING} (more [a-z]+ly) (displayed|shown|presented|placed|visible|highlighted)$`,
      "i",
    ),
    ([, thing = "", how = "", what = ""]) =>
      `Make ${lower(thing)} ${what.toLowerCase() === "visible" ? `${how} visible` : `${how} ${what}`}`,
  ],
  [
    /^(?:i|we)(?:'d| would)(?: also| really| still)* (?:like|love|prefer|want) (?:to see )?(.{1,120}?) (compared|sorted|grouped|explained|listed|marked|shown|removed|added|translated|rounded)$/i,
    ([, thing = "", what = ""]) => `${VERB_OF[what.toLowerCase()] ?? "See to"} ${lower(thing)}`,
  ],
  [
    /^(?:i|we)(?:'d| would)(?: also| really| still)* (?:like|love|prefer|want) (.{1,80}?) ((?:a (?:bit|little) |much |slightly |even )?(?:[a-z]+er|more [a-z]+|less [a-z]+))$/i,
    made("Make 1 2"),
  ],
  [
    /^(?:i|we)(?:'d| would)?(?: also| really| still)* (?:like|love|prefer|want|need) you to (.+)$/i,
    ([, deed = ""]) => deed,
  ],
  [
    /^(?:i|we)(?: was| were|'m| am)(?: really| still| also)* (?:hoping|expecting|looking)(?: to (?:see|find|get|have)| for)? (?!that\b|you\b|it\b|to\b)(.+)$/i,
    made("Add 1"),
  ],
  [
    /^(?:i|we)(?:'d| would| had)?(?: also| really| still)* (?:hoped|expected)(?: to (?:see|find|get|have)| for) (.+)$/i,
    made("Add 1"),
  ],
  [
    /^(?:i|we)(?:'d| would)(?: also| really| still)* (?:like|love|prefer|want|appreciate)(?: to (?:see|have|get|find))? (?!to\b|it\b|if\b|that\b)(.+)$/i,
    made("Add 1"),
  ],
  [
    /^(?:i|we)(?:'d| would) (?:have (?:liked|loved|preferred)|like|love) (?:to (?:see|have) )?(?!to\b|it\b|if\b|that\b|this\b)(.+)$/i,
    made("Add 1"),
  ],
  [
    /^(?:i|we)(?:'d| would)?(?: also| really| still)* (?:like|love|prefer|want) to (?!be\b|see if)(.+)$/i,
    ([, deed = ""]) => `Make it possible to ${deed}`,
  ],
  [/^(?:i|we)(?: also| really| still)* (?:miss|am missing|'m missing) (.+)$/i, made("Add 1")],
  [
    /^it(?:'d| would) (?:also )?be (?:really |very |so )?(?:nice|great|good|helpful|useful|better|cool|lovely) to (?:have|see|get) (.+)$/i,
    made("Add 1"),
  ],
  [
    /^it(?:'d| would) (?:also )?be (?:really |very |so )?(?:nice|great|good|helpful|useful|better|cool|lovely) if (?:the |it |you )(.+)$/i,
    ([whole = ""]) => madeSo(whole.replace(/^.*? if /i, "")),
  ],
  [
    /^(?:could|can|may|might) (?:i|we) (?:also |please |still |maybe )*(?:have|get|see) (?:it|this|that) (as|in) (.+?)(?: as well| too)?$/i,
    ([, how = "", what = ""]) => `Give it ${how} ${what} as well`,
  ],
  [
    /^(?:could|can|may|might) (?:i|we) (?:also |please |still |maybe )*(?:have|get|see) (.+?)(?: as well| too)?$/i,
    made("Add 1"),
  ],
  [
    /^(?:i|we)(?:'d| would)?(?: be| have been)?(?: also| really| ready| happy| glad| more than| only)* (?:to )?(?:accept|approve|take|love|loved|like|sign|be happy with|have loved|have accepted)(?: off)?(?: it| this| that)? (?:if|once|when|as soon as|after|provided(?: that)?) (.+)$/i,
    ([, condition = ""]) => madeSo(condition),
  ],
  [
    /^(?:if|once|when|as soon as) (.+?),? (?:then )?(?:i|we|it|this)(?:'d| would|'ll| will| can| could)\b.*$/i,
    ([, condition = ""]) => madeSo(condition),
  ],
  [
    new RegExp(
      `^${THING}(?<! (?:i|we|you|he|she|they)) (?:needs?|requires?|could use|could do with) (an? .+?|more .+?|some .+?)$`,
      "i",
    ),
    ([, thing = "", what = ""]) =>
      /^(?:it|this|that)$/i.test(thing.trim())
        ? `Add ${what}`
        : `Add ${forTo(what, lower(thing).trim())}`,
  ],
  [
    new RegExp(`^${THING} (?:has|have|needs?) to go$|^${THING} must go$`, "i"),
    (found) => `Remove ${lower(found[1] ?? found[2] ?? "").trim()}`,
  ],
  [
    new RegExp(
      `^${THING} (?:should|must|ought to|has to|have to|needs? to) be (?!able\\b|fine\\b|ok\\b)(.+)$`,
      "i",
    ),
    made("Make 1 2"),
  ],
  [
    new RegExp(
      `^${THING} (?:could|might|would) be (?:a (?:bit|little) |much |slightly |even )?([a-z]+er|more [a-z]+|less [a-z]+)$`,
      "i",
    ),
    made("Make 1 2"),
  ],
  [new RegExp(`^${THING} would be (?:nice|good|great|helpful|useful|lovely)$`, "i"), made("Add 1")],
  [
    new RegExp(
      `^${THING} ${BE} (?:(?:very|really|quite|so|a bit|rather|too) )?(?:hard|difficult|impossible|tricky|tough) to (.+)$`,
      "i",
    ),
    made("Make 1 easy to 2"),
  ],
  [
    /^(?:there(?:'s| is| are)|it has|it contains|has|have) (?:still )?(?:far |way |much )?too many ([^,]+)$|^(?:far |way )?too many ([^,]+)$/i,
    (found) => `Use fewer ${found[1] ?? found[2]}`,
  ],
  [
    /^(?:there(?:'s| is| are)|it has) (?:still )?(?:far |way )?too much ([^,]+)$|^(?:far |way )?too much ([^,]+)$/i,
    (found) => `Use less ${found[1] ?? found[2]}`,
  ],
  [
    /^(?:the |a |an |it |this )?(?:far |way |much )?too ([a-z]+)$/i,
    ([, word = ""]) => `Make it ${lessOf(word)}`,
  ],
  [
    /^(?:i|we) (?:really |absolutely |just )?(?:hate|detest|dislike|can't stand|cannot stand) (?!it\b|this\b|that\b|how\b|when\b)([^.,;!?]{2,80})$/i,
    made("No 1"),
  ],
  [
    new RegExp(
      `^${THING} ${BE} (?:just |still |a bit |far |way |a little |really )*too (?:much|many)\\b.*$`,
      "i",
    ),
    ([whole = ""]) => whole,
  ],
  [
    new RegExp(
      `^${THING} ${BE} (?:just |still |a bit |far |way |much |a little |really )*too ([a-z-]+)\\b(?: for (.+))?$`,
      "i",
    ),
    ([, thing = "", word = "", whom]) =>
      `Make ${itOf(thing)} ${lessOf(word)}${whom === undefined ? "" : ` for ${whom}`}`,
  ],
  [
    new RegExp(
      `^${THING} (?:is|are|was|were) (?:still |also |completely |totally )?missing(?: (?:in|from|on|at) (.+))?$`,
      "i",
    ),
    ([, thing = "", where]) =>
      `Add ${lower(thing).trim()}${where === undefined ? "" : ` to ${where}`}`,
  ],
  [/^(?:still )?missing:? (.+)$/i, made("Add 1")],
  [/^(?:it|this|the [a-z]+) (?:lacks|misses) (.+)$/i, made("Add 1")],
  [
    /^there(?:'s| is| are) (?:still |also )?no (.+?)(?: (?:whatsoever|at all|anywhere))?$/i,
    ([, thing = ""]) => `Add ${withArticle(thing)}`,
  ],
  [/^you (?:forgot|left out|omitted|overlooked|missed) (.+)$/i, made("Add 1")],
  [
    new RegExp(
      `^${THING} (?:isn't|is not|aren't|are not|wasn't) (?:mentioned|included|listed|shown|in there|in it|explained)(?: anywhere| at all)?$`,
      "i",
    ),
    made("Add 1"),
  ],
  [
    new RegExp(`^${THING} (?:is|are) still not (?:in there|in it|there|included)$`, "i"),
    made("Add 1"),
  ],
  [
    new RegExp(`^${THING} (?:is|are) still (?:there|in there|in it)(?: too)?$`, "i"),
    made("Remove 1"),
  ],
  [/^(?:it|this)(?:'s| is) about the wrong (.+)$/i, made("Make it about the right 1")],
  [
    /^(?:it |this |you )?(?:uses?|used|has|shows?|showed|names?|took|take|picked|chose) the wrong (.+)$/i,
    made("Use the right 1"),
  ],
  [
    new RegExp(
      `^${THING} ${BE} (?:all |completely |totally |simply |just |still )*(?:wrong|incorrect|not right|not correct|inaccurate|false|off)(?: .{1,60})?$`,
      "i",
    ),
    ([whole = "", thing = ""]) =>
      `Correct ${lower(thing).trim()}${whole.length > 90 ? `: ${whole}` : ""}`,
  ],
  [
    new RegExp(
      `^${THING} (?:isn't|is not|aren't|are not) (readable|legible|clear|visible|understandable|usable|accessible|prominent|complete|accurate|sorted)(?: enough)?$`,
      "i",
    ),
    made("Make 1 2"),
  ],
  [/^(?:what|how) about (.+)$/i, ([, thing = ""]) => `Add ${thing}`],
  [
    /^(?:\S.{0,60}?[\s!,.]+)not (?:the )?\S.{0,40}$/i,
    ([whole = ""]) =>
      (/^(?:it |the |this |we |there |she |he |they )/i.test(whole) ||
        /^\d/.test(whole) ||
        /^[A-Z]/.test(whole)) &&
      !startsLikeOrder(whole)
        ? `Correct it: ${lowerFirst(whole)}`
        : whole,
  ],
];

const VERB_OF: Readonly<Record<string, string>> = {
  compared: "Compare",
  sorted: "Sort",
  grouped: "Group",
  explained: "Explain",
  listed: "List",
  marked: "Mark",
  shown: "Show",
  removed: "Remove",
  added: "Add",
  translated: "Translate",
  rounded: "Round",
};

function startsLikeOrder(text: string): boolean {
  return /^(?:add|make|use|put|show|change|keep|remove|write|give|set|correct|fix|replace|please|don't|do|list|swap|move|i|we)\b/i.test(
    text,
  );
}

function lowerFirst(text: string): string {
  return text.replace(/[!]+/g, ",").replace(/,+\s*/g, ", ");
}

function lessOf(word: string): string {
  const plain = word.toLowerCase();
  return Object.hasOwn(OPPOSITES, plain) ? (OPPOSITES[plain] ?? "") : `less ${plain}`;
}

function itOf(thing: string): string {
  const bare = lower(thing).trim();
  return /^(?:it|this|that|this one|they|these)$/.test(bare) ? "it" : bare;
}

function withArticle(thing: string): string {
  if (/^(?:way|sign|mention) (?:to|of)/.test(thing)) return `a ${thing}`;
  return /^(?:a|an|the|any|[a-z]+s)\b/i.test(thing) || thing.includes(" ") ? thing : `a ${thing}`;
}

/** "A column for the VAT", "the table": "a column for the VAT to the table". */
function forTo(what: string, thing: string): string {
  return `${what} to ${thing}`;
}

function madeOf(state: RegExpExecArray): string {
  const [whole = "", thing = "", how = ""] = state;
  if (/\b(?:weren't|wasn't)\b/i.test(whole)) return `Make ${itOf(thing)} not ${how}`;
  const done = /^([a-z]+(?:ed|wn))$/i.exec(how)?.[1];
  if (done === "fixed" || done === "corrected") return `Correct ${itOf(thing)}`;
  if (/^(?:on|in|at|there|under|above|next)\b/i.test(how))
    return `See to it that ${itOf(thing)} is ${how}`;
  return `Make ${itOf(thing)} ${how}`;
}

/** "The charts were readable" becomes "Make the charts readable". */
function madeSo(condition: string): string {
  const text = condition
    .replace(/,? (?:then )?(?:i|we|it)(?:'d| would|'ll| will)\b.*$/i, "")
    .trim();
  const deed = /^you(?:'d| had| would| could| can)? (?:have )?(.+)$/i.exec(text)?.[1];
  if (deed !== undefined) return imperativeOf(deed);
  const state = new RegExp(
    `^${THING} (?:were|was|is|are|had been|could be|would be|weren't|wasn't) (.+)$`,
    "i",
  ).exec(text);
  if (state !== null) return madeOf(state);
  const has = new RegExp(`^${THING} (?:had|has|have) (.+)$`, "i").exec(text);
  if (has !== null)
    return /^(?:it|this)$/i.test(has[1] ?? "")
      ? `Add ${has[2]}`
      : `Add ${has[2]} to ${lower(has[1] ?? "")}`;
  return `See to it that ${lower(text)}`;
}

const BASES: Readonly<Record<string, string>> = {
  left: "leave",
  kept: "keep",
  made: "make",
  put: "put",
  used: "use",
  added: "add",
  removed: "remove",
  changed: "change",
  shown: "show",
  showed: "show",
  included: "include",
  written: "write",
  wrote: "write",
  given: "give",
  gave: "give",
  fixed: "fix",
};

function imperativeOf(deed: string): string {
  const [first = "", ...rest] = deed.split(" ");
  return [BASES[first.toLowerCase()] ?? first, ...rest].join(" ");
}

/** In words for the worker. */
export function instructionOf(said: string): string {
  const text = said.replace(REASON, "").replaceAll("’", "'").replace(SOMEONE, "$1").trim();
  for (const [pattern, make] of FORMS) {
    const found = pattern.exec(text);
    if (found !== null) return make(found).replace(/\s+/g, " ").trim();
  }
  return text === "" ? said : text;
}
