import { definingActs, judgingActs } from "../learned/clause-acts.ts";
import { actsOf } from "../phrases/acts.ts";
import { type Beside, besideIn, definingMarks, type Place } from "./clause-act.ts";

/**
 * How sure it must be that somebody asks to wait, for a limit on the task sounds alike; and that something
 * is to go, for it is lost then.
 */
const SURE: Readonly<Partial<Record<Beside, number>>> = { wait: 0.75, undo: 0.5 };
/** "Don't wait" is no wish to wait. */
const HURRIES =
  /(?:don['’]?t|do not|no|stop|nicht|no|ne|n['’]|non|não|niet|nie) ?(?:wait|hold|pause|warten|espere|esperes|attend|aspettare|aspetta|aspetti|esper|wacht|czeka)|待たない|待つ必要|别等|不要等|不用等/iu;
/** "I need a text that I can send to painters" asks for it. */
const WANTS_TEXT =
  /(?<!\p{L})(?:need|want) an? (?:\p{L}+ )?(?:text|letter|mail|message|note|list|plan|table|page|form|template)(?!\p{L})/iu;
/** "No" and nothing else refuses, unless it sounds a little like "not yet". */
const LATER = 0.045;
/** After a result, a refusal sounds alike as well. */
const PUTS_OFF = 0.1;

/** What a clause does instead of telling something; it asks to wait only where that is sure. */
export function heardBeside(clause: string, place: Place): Beside | undefined {
  const beside = besideIn(clause, place);
  if (beside !== "wait") return beside === "undo" && !isSure(clause, beside) ? undefined : beside;
  const { acts, isAll } = actsOf(clause);
  const later = laterIn(clause);
  if (isAll && acts.has("refuse") && later < LATER) return "filler";
  const isWait = isSure(clause, "wait") && !HURRIES.test(clause) && !WANTS_TEXT.test(clause);
  return isWait ? "wait" : undefined;
}

function isSure(clause: string, beside: Beside): boolean {
  return (definingActs(clause, definingMarks(clause))[beside] ?? 0) >= (SURE[beside] ?? 0);
}

/** Whether the person has no time for a result yet. */
export function putsOff(clause: string): boolean {
  if (heardBeside(clause, "shown") !== "wait" || actsOf(clause).acts.has("refuse")) return false;
  return laterIn(clause) >= PUTS_OFF;
}

function laterIn(clause: string): number {
  return judgingActs(clause, [])["later"] ?? 0;
}
