import { isAimedAtUs } from "../text/instruction-to-reader.ts";

/*
 * The few words by which people agree, stop or let go. A model's verdict with consequences holds
 * only if the person said one of them.
 */

const ACCEPTING =
  /\b(?:accept(?:ed)?|approved?|ship it|lgtm|(?:looks?|is|it's|all|sounds?|that's) (?:good|great|perfect|fine|right|ok|okay|excellent|wonderful)|perfect|exactly (?:what|as|right)|happy with|satisfied|love it|good to go|works for me|well done|that(?:'s| is) it|no (?:further|more) changes|nothing (?:else )?to change)\b/iu;
const CONFIRMING =
  /\b(?:yes|yep|yeah|ok|okay|sure|correct|right|exactly|confirm(?:ed)?|agreed|go ahead|go for it|proceed|do it|start|begin|sounds good|looks good|that(?:'s| is) it|perfect|lgtm|ja|oui|sí|sim|da|gerne|genau|claro|vale|d'accord)\b|👍|✅/iu;
const PROCEEDING =
  /\b(?:just|go ahead|do it|proceed|start|begin|get on|you (?:decide|choose|pick)|up to you|your (?:call|choice)|no more questions|(?:stop|don't) ask|whatever|surprise me|enough)\b/iu;
const WITHDRAWING =
  /\b(?:forget (?:it|about it|the whole)|never ?mind|cancel|call it off|drop (?:it|the)|stop|abandon|withdraw|don't need (?:it|this)|no longer need)\b/iu;
const NEGATING =
  /\b(?:not|no|never|but|except|almost|nearly|until|unless|however|although|hardly)\b|n['’]t\b/iu;
const HARMLESS = /\b(?:no (?:further|more) changes|nothing (?:else )?to change)\b/giu;

/** Sentences of what was said. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|\n+/u).filter((sentence) => sentence.trim() !== "");
}

export function hasAcceptance(text: string): boolean {
  return carries(text, (sentence) => isPlain(ACCEPTING, sentence));
}

export function hasConfirmation(text: string): boolean {
  return carries(text, (sentence) => isPlain(CONFIRMING, sentence));
}

export function hasProceeding(text: string): boolean {
  return carries(text, (sentence) => PROCEEDING.test(sentence));
}

export function hasWithdrawal(text: string): boolean {
  return carries(text, (sentence) => WITHDRAWING.test(sentence));
}

/** Words in which somebody tells the reader what to report do not count. */
function carries(text: string, says: (sentence: string) => boolean): boolean {
  const sentences = sentencesOf(text);
  return sentences.some(says) && !sentences.some(isAimedAtUs);
}

function isPlain(cue: RegExp, sentence: string): boolean {
  return cue.test(sentence) && !NEGATING.test(sentence.replace(HARMLESS, " "));
}
