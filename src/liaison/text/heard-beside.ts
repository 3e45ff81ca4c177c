import { definingActs, judgingActs } from "../learned/clause-acts.ts";
import { actsOf } from "../phrases/acts.ts";
import { type Beside, besideIn, definingMarks, type Place } from "./clause-act.ts";

/** How sure it must be that somebody asks to wait: a limit on the task sounds alike. */
const SURE = 0.5;
const SURE_OF_MANY = 0.75;
const FEW_LETTERS = 32;
/** "No" and nothing else refuses, unless it sounds a little like "not yet". */
const LATER = 0.045;
/** After a result, a refusal sounds alike as well. */
const PUTS_OFF = 0.1;

/** What a clause does instead of telling something; it asks to wait only where that is sure. */
export function heardBeside(clause: string, place: Place): Beside | undefined {
  const beside = besideIn(clause, place);
  if (beside !== "wait") return beside;
  const { acts, isAll } = actsOf(clause);
  const later = laterIn(clause);
  if (isAll && acts.has("refuse") && later < LATER) return "filler";
  const { wait = 0 } = definingActs(clause, definingMarks(clause));
  const least = clause.length > FEW_LETTERS ? SURE_OF_MANY : SURE;
  return wait + later >= least ? "wait" : undefined;
}

/** Whether the person has no time for a result yet. */
export function putsOff(clause: string): boolean {
  if (besideIn(clause, "shown") !== "wait" || actsOf(clause).acts.has("refuse")) return false;
  return laterIn(clause) >= PUTS_OFF;
}

function laterIn(clause: string): number {
  return judgingActs(clause, [])["later"] ?? 0;
}
