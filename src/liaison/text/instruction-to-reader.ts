/*
 * Words that speak of the machinery and not of the task: pasted into a conversation, they are how a
 * model is talked over. They are no agreement, whatever else stands beside them.
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

/** Whether a sentence is an instruction to whoever reads it, and not about the task. */
export function isAimedAtUs(sentence: string): boolean {
  return AIMED.some((pattern) => pattern.test(sentence));
}
