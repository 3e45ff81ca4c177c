import { actsOf } from "./phrases/acts.ts";

const WITHDRAW =
  /\b(?:never ?mind|nvm|forget (?:it|about it|the whole|this|that|everything)|cancel (?:it|this|that|everything|the (?:task|request|whole))|(?:i|we) (?:don['’]?t|do not|no longer) (?:need|want) (?:it|this|that|anything|you to do (?:it|this))(?: any ?more)?\s*[.!]*$|no longer (?:needed|necessary)|(?:please )?(?:stop|abort|drop) (?:it|this|everything|the task|working)|call it off|changed my mind, (?:no|don|cancel|forget)|withdraw|scrap (?:it|this|the whole))\b|^(?:please )?(?:cancel|stop|abort|quit)[\s.!]*$/i;
const CHANGE =
  /\b(?:instead|rather than|actually|change|make it|make the|make that|switch|replace|add(?:ing)?|include|remove|drop|without|also|too|as well|not [\p{L}]+ but|should|must|needs? to|has to|have to|can (?:it|you|we|this)|could (?:it|you|we|this)|would like|i['’]d like|want|prefer|only|except|wait|correction|i meant|no need|don['’]?t (?:need|want|use|include|send|forget)|more|less|fewer|bigger|smaller|larger|shorter|longer|different|another|but|use|please)\b/iu;
const NEW_TASK =
  /\b(?:another (?:task|thing|request|job)|new (?:task|request|job|project)|something (?:else|different|new)|different (?:task|topic|subject)|(?:i|we)(?:['’]d| would)? (?:(?:also|now|next|then) )+(?:need|want|like|have)(?: (?:you )?to| you to)?\b|next,? (?:i|we|can|could|please)|on another note|unrelated(?:ly)?|separately|besides that|apart from (?:this|that)|for (?:the|my|our) next)\b/i;
const JUDGEMENT =
  /^(?:great|good|nice|cool|wow|not bad|so-so|meh)\b|\b(?:(?:i|we) (?:really |absolutely )?(?:like|love|hate|dislike|enjoy(?:ed)?|was|am|were|hoped|expected)|(?:it|this|that|these|they|the (?!next)[\p{L} ]{2,40}?) (?:is|are|was|were|looks?|feels?|seems?|works?|helped|helps|reads?|does(?:n['’]?t)?|did(?:n['’]?t)?|lacks?|miss(?:es)?)|good (?:job|work)|great (?:job|work)|well done|nice(?:ly)?|excellent|awesome|amazing|perfect|wonderful|terrible|awful|bad|poor|wrong|confusing|hard to|difficult to|easy to|missing|broken|disappoint\w*|useless|useful|helpful|accept(?:ed)?|reject(?:ed)?|approved?|redo|too \p{L}+|not (?:good|right|what|enough|correct|helpful|useful)|satisf\w+|happy|unhappy|mistakes?|errors?|should have|could have|would have|would be (?:nice|better|good|great)|lgtm|ship it|looks? (?:good|great|fine|bad)|improve\w*|better|worse|score|rating|\d ?\/ ?(?:5|10)|stars?)\b/iu;

const MAX_READ = 2_000;

function read(text: string): string {
  return text.slice(0, MAX_READ).replaceAll(/\s+/g, " ").trim();
}

const MOST_ASSENT = 400;

/** "Yes, that is it", "looks good, go ahead": consent and nothing else. */
export function isConfirmation(text: string): boolean {
  if (text.length > MOST_ASSENT) return false;
  const { acts, isAll } = actsOf(text);
  const isAssent = acts.has("yes") || acts.has("agree") || acts.has("go");
  return isAll && isAssent && !acts.has("refuse") && !acts.has("withdraw") && !acts.has("complain");
}

export function isWithdrawal(text: string): boolean {
  const short = read(text);
  if (short.length > 200) return false;
  const { acts, isAll } = actsOf(short);
  if (isAll) return acts.has("withdraw") && !acts.has("go");
  // "If it is not here by noon I don't need it any more" is a condition.
  if (/\b(?:if|unless|once|when)\b/i.test(short)) return false;
  return WITHDRAW.test(short) && !/\b(?:but|instead|make it|rather)\b/i.test(short);
}

/** Thanks, a greeting or a mood, and nothing else. */
export function isThanks(text: string): boolean {
  const { acts, isAll } = actsOf(text);
  return isAll && (["thank", "greet", "parts", "mood"] as const).some((act) => acts.has(act));
}

export function isChange(text: string): boolean {
  return CHANGE.test(read(text));
}

export function isNewTask(text: string): boolean {
  return NEW_TASK.test(read(text));
}

export function isJudgement(text: string): boolean {
  return JUDGEMENT.test(read(text));
}
