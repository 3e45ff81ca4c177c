import { capitalised } from "./words.ts";

/** Introductory words before what a person wants. */
const FRAMES = [
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear \w+)(?: there| all| team| everyone)?[\s,!.–-]+/i,
  /^(?:yes|yeah|yep|ok(?:ay)?|sure|well|so|great|perfect|thanks(?: a lot| so much)?|thank you(?: very much)?|no problem|oh|sorry|right|fine)[\s,!.–-]+(?=\S)/i,
  /^(?:and|also|then|additionally|in addition|furthermore|plus|but|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|ideally|preferably|maybe|perhaps|if possible|most importantly|importantly)[\s,]+(?=\S)/i,
  /^(?:please|pls|kindly)[\s,]+/i,
  /^(?:i|we)(?:['’]d| would)(?: also| really)? (?:like|love|want|prefer|appreciate)(?: it to(?: be)?)?(?: (?:it )?(?:if )?you (?:to|could|can))?(?: for)?(?: to (?:have|see|get))?(?: to)? /i,
  /^(?:i|we)(?: also| really| just| still| definitely| urgently| absolutely)* (?:need|want|require|am looking for|are looking for|[’']m looking for)(?: (?:you|somebody|someone|help))?(?: (?:with|in))?(?: to (?:have|see|get))?(?: to)? /i,
  /^(?:i['’]m|we['’]re) (?:also )?(?:looking for|after|trying to|hoping to) /i,
  /^(?:i|we)(?: also)? (?:have|must|should|ought) to /i,
  /^(?:can|could|would|will) (?:you|we|i)(?: also)?(?: please)?(?: help (?:me|us)(?: to| with)?)? /i,
  /^(?:can|could|would|will|should) (?:it|this|that|they|there)(?: also)?(?: please)? (?:be )?(?!possible)/i,
  /^(?:is it|would it be) possible (?:to|for (?:it|you) to)(?: have)? /i,
  /^(?:do|would) you mind /i,
  /^help (?:me|us)(?: to| with)? /i,
  /^let['’]?s /i,
  /^(?:how|what) about /i,
  /^(?:it|this|that|they|these|those)(?: also)? (?:(?:must|should|needs? to|has to|have to|could|can|might|ought to|shall|will|would)(?: also| ideally| preferably)?)(?: be)? (?!not\b)/i,
  /^make (?:it|this|that|them)(?: be)? /i,
  /^there (?:must|should|needs to|has to|could|might) be /i,
  /^(?:make sure|ensure|be sure|see to it)(?: that)?(?: (?:it|this|they) (?:is|are|has|have))? /i,
  /^(?:my|our|the) task is to /i,
  /^(?:a )?nice[- ]to[- ]have(?: (?:is|would be))?[:,]? /i,
] as const;
const TAILS =
  /[\s,;–-]*\b(?:please|thanks(?: a lot| in advance| so much)?|thank you(?: very much| so much| in advance)?|if (?:at all )?poss(?:ible)?|if you can|too|as well|asap please|cheers)$/i;
/** The recipient of a thing is not part of it. */
const FOR_ME =
  /^(build|make|create|write|give|show|find|send|get|draft|design|prepare|book) (?:me|us) /i;
const MAX_ROUNDS = 6;
const MAX_DESCRIPTION = 400;

/** A clause as a requirement: the thing wanted, without the words of wanting. */
export function cleanRequest(clause: string): string {
  let text = clause.slice(0, MAX_DESCRIPTION).replaceAll(/\s+/g, " ").trim();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = text;
    for (const frame of FRAMES) text = text.replace(frame, "");
    text = withoutEnd(text);
    if (text === before) break;
  }
  return capitalised(text === "" ? clause.trim() : text.replace(FOR_ME, "$1 "));
}

function withoutEnd(text: string): string {
  return text
    .replace(/[\s.!?,;:…]{1,20}$/, "")
    .replace(TAILS, "")
    .trim();
}
