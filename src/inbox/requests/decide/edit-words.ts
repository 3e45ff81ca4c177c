import type { EditRule } from "../../../domain/authority/authorization.ts";
import { editsText } from "../../../domain/authority/edits.ts";

/** What becomes of a change of the arguments, by the rule, before anything is typed. */
export function editHint(rule: EditRule = "second"): string {
  if (rule === "none") return "The rule lets nobody change the arguments.";
  if (rule === "second") {
    return "Others have to approve what you change; your own approval does not count for it.";
  }
  return `Your own approval counts for these changes: ${editsText(rule)}. Others have to approve any other change.`;
}

/** The same for a change that was reviewed, in figures. */
export function othersWords(others: number): string {
  const who = others === 1 ? "one other person has" : `${others} other people have`;
  return `This puts your changes to others: ${who} to approve them, and your own approval does not count.`;
}
