import type { ToolOutcomes } from "../../ports/earshot/inbox.ts";
import { counted, percent } from "../charts/words.ts";

/** A search for what an agent asked. */
export function agentSearch(name: string): string {
  return `agent:${/\s/.test(name) ? `"${name}"` : name}`;
}

/** How often people said yes to what the agent wanted to run. */
export function approvalSentence(outcomes: readonly ToolOutcomes[]): string {
  const sum = (of: "approved" | "rejected" | "edited" | "answered") =>
    outcomes.reduce((all, one) => all + one[of], 0);
  const decided = sum("approved") + sum("rejected");
  const questions = sum("answered");
  const asked = questions === 0 ? "" : ` ${counted(questions, "question")} answered.`;
  if (decided === 0) return `No authorization was decided.${asked}`;
  const edits = sum("edited") === 0 ? "" : `, ${sum("edited")} of them with changes`;
  return `${percent(sum("approved"), decided)} approved: ${sum("approved")} of ${decided} authorizations${edits}.${asked}`;
}
