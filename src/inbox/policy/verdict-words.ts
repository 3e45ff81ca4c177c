import { formatDuration } from "../../domain/duration.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { oneLine } from "../../render/visible-text.ts";
import { approversText } from "./rule-words.ts";

const WIDTH = 200;
/** The rule of this name stands for no rule. */
const DEFAULT = "default";

/** What a policy says about an action, as sentences. */
export function verdictSentence({ outcome, demand }: PolicyVerdict): string {
  const { why } = demand;
  const because = why === undefined ? "" : ` Why: ${oneLine(why, WIDTH)}`;
  const rule = ruleText(demand.rule);
  if (outcome === "allow") return `It may run at once: ${rule} allows it.${because}`;
  if (outcome === "deny") return `It may not run: ${rule} denies it.${because}`;
  const who = approversText(demand.approvers);
  const asked = demand.quorum === 1 ? who : `${demand.quorum} people (${who})`;
  const proof = demand.stepUp ? " Each proves again who they are." : "";
  const hands = demand.hands === "any" ? " Votes of every hand count." : "";
  return `People are asked at ${demand.level}: ${asked}, within ${formatDuration(demand.expiresInMs)}, by ${rule}.${proof}${hands}${because}`;
}

/** The same in few words, for a table. */
export function verdictShort({ outcome, demand }: PolicyVerdict): string {
  if (outcome !== "ask") return outcome === "allow" ? "allowed" : "denied";
  const many = demand.quorum === 1 ? "" : `, ${demand.quorum} people`;
  return `ask at ${demand.level}${many}${demand.stepUp ? ", step-up" : ""}`;
}

export function ruleText(rule: string): string {
  return rule === DEFAULT ? "no rule, the built-in default" : `the rule “${oneLine(rule, 80)}”`;
}
