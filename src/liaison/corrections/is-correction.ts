import { likelyLanguage } from "../values/value-words.ts";
import { correctionForms } from "./correction-words.ts";
import { withoutLead } from "./read-lead.ts";

const MAX_READ = 300;
/** "It must not mention prices" and "no more than five" limit something. */
export const LIMITS =
  /(?:^|\s)(?:must|should|may|can|could|will|would|do|does|did|is|are|need|shall|darf|soll|muss|kann|ist|sind)$/iu;
const BOUND = /^(?:no|not) (?:more|less|fewer|later|earlier|longer) than\b/i;

/** Whether a clause changes what was said before. */
export function isCorrection(clause: string): boolean {
  const body = clause
    .slice(0, MAX_READ)
    .trim()
    .replace(/[\s.!?。！]{1,10}$/u, "");
  const forms = correctionForms(likelyLanguage(body));
  const { rest, isStrong } = withoutLead(body, forms);
  if (isStrong) return true;
  if (BOUND.test(rest)) return false;
  if (forms.drop.test(rest)) return true;
  return forms.pairs.some((pair) => {
    const value = pair.exec(rest)?.groups?.["value"];
    return value !== undefined && !LIMITS.test(value);
  });
}
