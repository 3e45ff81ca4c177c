import { polarityOf } from "./polarity.ts";

const CUES: readonly RegExp[] = [
  /(?:^|\s)\/s(?:\s|$)/,
  /🙄|🤡|😏/u,
  /\byeah,? right\b|\bas if\b|\bthanks for nothing\b|\bway to go\b.*\b(?:broke|wrong|lost)\b/,
  /\b(?:oh|ah|wow|well),? (?:great|wonderful|brilliant|fantastic|perfect|lovely|super)[,!.…]/,
  /\bjust what (?:i|we) (?:always )?(?:needed|wanted)\b.*\b(?:another|more)\b/,
  /\b(?:great|brilliant|wonderful|fantastic|lovely)[,!]? (?:another|yet another|so now)\b/,
  /["“'](?:great|useful|helpful|finished|complete|accurate|creative|improved|perfect|professional|done)["”']/,
  /\b(?:love|loved|like) how (?:it|they|the|this|you)\b.*\b(?:crash|fail|wrong|never|nothing|ignor|forg|break|broke|lost|missing|doesn't|slow)/,
  /\bhow (?:wonderful|lovely|nice|helpful|clever),? (?:that|how|of)\b/,
];

/** Whether a sentence may mean the opposite of what it says: it is then only half believed. */
export function mayBeSarcastic(text: string): boolean {
  return CUES.some((cue) => cue.test(text)) && polarityOf(text).value > -0.9;
}
