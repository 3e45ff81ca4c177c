/*
 * Words about the machinery instead of the task. Pasted into a conversation, they are used to
 * manipulate a model. They are not consent, whatever else is said beside them.
 */

const VERDICT = "(?:accepted|approved|completed?|confirmed|sufficient)";
const AIMED = [
  /\b(?:ignore|disregard|override|bypass|forget)\b.{0,40}\b(?:instructions?|rules?|prompts?|guidelines?)\b/iu,
  new RegExp(
    `\\b(?:confidence|status|score|phase|satisfaction|metrics?|approval|acceptance\\w*)\\b.{0,20}(?:\\b(?:to|as)\\b|[=:])\\s*(?:[01]?\\.\\d|1\\b|100\\b|max|high|${VERDICT})`,
    "iu",
  ),
  new RegExp(
    `\\b(?:mark|treat|report|return|output|consider|count)\\b.{0,40}(?:\\bas\\b|[=:])\\s*${VERDICT}`,
    "iu",
  ),
  /\bsystem prompt\b|\byou are now\b|\byou must (?:accept|approve|confirm)\b/iu,
];

/** Whether a sentence instructs its reader instead of describing the task. */
export function isAimedAtUs(sentence: string): boolean {
  return AIMED.some((pattern) => pattern.test(sentence));
}
