import { typedValues } from "../values/typed-values.ts";
import { isRequest } from "./statement-kind.ts";

const MAX_WORDS = 6;
const MAX_ELEMENTS = 12;
/** Begins a part that could stand alone. A list goes on with "and". */
const OWN =
  /^(?:with|without|no|not|by|before|until|due|as|in|for|to be|at most|at least|max|up to|ohne|mit|bis|als|auf|con|sin|para|en|sans|avec|pour|senza|per|entro|sem|com|até|zonder|met|voor|bez|do|dla)\s/iu;

/**
 * A wish and what is said behind it, part by part: "A report, PDF, by Friday, with sources" makes
 * four. Names and lists stay whole.
 */
export function elementsOf(clause: string): readonly string[] {
  const parts = clause.split(/,\s+/, MAX_ELEMENTS + 1);
  const [first = ""] = parts;
  if (parts.length < 2 || parts.length > MAX_ELEMENTS || !isRequest(first)) return [clause];
  let from = parts.length;
  while (from > 1 && isElement(parts[from - 1] ?? "")) from -= 1;
  return [parts.slice(0, from).join(", "), ...parts.slice(from)];
}

function isElement(part: string): boolean {
  const words = part.trim().split(/\s+/, MAX_WORDS + 1).length;
  if (words > MAX_WORDS || /^(?:and|or|und|oder|y|o|et|ou|e|en|of|i|lub)\s/i.test(part))
    return false;
  if (OWN.test(part)) return true;
  const told = typedValues(part, "en").reduce((sum, { text }) => sum + text.length, 0);
  return told * 3 >= part.replace(/[\s.!]+$/, "").length * 2;
}
