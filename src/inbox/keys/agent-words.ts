import type { ToolOutcomes } from "../../ports/earshot/inbox.ts";
import { percent } from "../charts/words.ts";
import { say } from "./messages/messages.ts";

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
  const asked = questions === 0 ? [] : [say("questions-answered", { count: questions })];
  if (decided === 0) return [say("approved.none"), ...asked].join(" ");
  const approved = sum("approved");
  const share = percent(approved, decided);
  const edited = sum("edited");
  const yes =
    edited === 0
      ? say("approved", { share, approved, decided })
      : say("approved.edited", { share, approved, decided, edited });
  return [yes, ...asked].join(" ");
}
