import { MAX_CLAUSES } from "./limits.ts";
import type { Span } from "./sentences.ts";

const VERBS =
  "add|make|use|send|show|include|keep|create|build|write|find|give|put|remove|drop|change|book|check|compare|highlight|sort|group|export|explain|list|focus|avoid|skip|ignore|limit|let|translate|summari[sz]e|deploy|test|post|publish|email|plot|save|return|set|run|fix|clean|analy[sz]e";

/** Words that begin a new clause after a comma or "and". */
const OWN = `(?:please|also|only|don['’]?t|do not|never|no|not|without|make sure|ensure|ideally|preferably|maybe|if possible|it|they|i|we|you|there|that|this)\\b(?! (?:one|way|of)\\b)|(?:the|a|our|my) [\\p{L}-]+ (?:must|should|needs?|has|have|could|can|is|are)\\b|(?:${VERBS}) (?:the|a|an|it|them|all|any|only|each|my|our|me|us|no)\\b|must|should|(?:needs?|has) to|(?:is|are|do|does|did|can|could|will|would|may) (?:it|that|this|they|i|we|you|there)\\b`;

/** A subject and a verb behind "and" begin a clause of their own. */
const OWN_ABROAD = "(?:ich|wir|je|j['’]|nous|yo|nosotros|io|noi|eu|nós|ik|wij|we|ja)[ \\p{L}]";

const JOINTS = new RegExp(
  `(?:,\\s*|\\s+)(?:but|however|although|though|whereas|yet)\\s+|\\s+[–—]\\s+|(?:,\\s*(?:and\\s+|then\\s+|so\\s+)?|\\s+and\\s+(?:then\\s+)?)(?=${OWN})|,?\\s+(?:und|et|y|e|en|i)\\s+(?=${OWN_ABROAD})`,
  "giu",
);

/** "Find out what is wrong and fix it" is one wish. */
const DONE_TO_IT = /^\p{L}+ (?:it|them|that|this)(?: up| out| off)?[\s.!?]{0,9}$/iu;

/** The parts of a sentence that could stand alone. A list of things stays whole. */
export function splitClauses(sentence: Span): readonly Span[] {
  const clauses: Span[] = [];
  let from = 0;
  for (const joint of sentence.text.matchAll(JOINTS)) {
    if (clauses.length >= MAX_CLAUSES - 1) break;
    const left = sentence.text.slice(from, joint.index);
    const right = sentence.text.slice(joint.index + joint[0].length);
    if (isTooShort(left) || !/\S\s+\S/.test(right) || DONE_TO_IT.test(right)) continue;
    clauses.push(spanOf(sentence, from, joint.index));
    from = joint.index + joint[0].length;
  }
  clauses.push(spanOf(sentence, from, sentence.text.length));
  return clauses.filter(({ text }) => text !== "");
}

/** "Design and build a page" is one wish, and so is "polite but firm". */
function isTooShort(left: string): boolean {
  return (
    left.trim().split(/\s+/, 2).length < 2 && !/\d|^(?:yes|no|ok|okay|sure|thanks)\b/i.test(left)
  );
}

function spanOf(sentence: Span, from: number, to: number): Span {
  const raw = sentence.text.slice(from, to);
  const start = sentence.start + from + (raw.length - raw.trimStart().length);
  const text = raw.trim();
  return { text, start, end: start + text.length };
}
