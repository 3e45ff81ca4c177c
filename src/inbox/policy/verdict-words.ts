import type { Demand } from "../../domain/authority/authorization.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { oneLine } from "../../render/visible-text.ts";
import { briefly } from "../browser/spans.ts";
import { say } from "./messages/messages.ts";
import { demandedText, withMore } from "./rule-words.ts";

const WIDTH = 200;
/** The rule of this name stands for no rule. */
const DEFAULT = "default";

/** What a policy says about an action, as sentences. */
export function verdictSentence({ outcome, demand }: PolicyVerdict): string {
  const { why } = demand;
  const because = why === undefined ? [] : [say("why", { why: oneLine(why, WIDTH) })];
  const rule = ruleText(demand.rule);
  if (outcome !== "ask") return [say(`verdict.${outcome}`, { rule }), ...because].join(" ");
  return [
    askedSentence(demand),
    ...(demand.stepUp ? [say("prove-again")] : []),
    ...(demand.hands === "any" ? [say("hands-count")] : []),
    ...because,
  ].join(" ");
}

function askedSentence(demand: Demand): string {
  const { level, expiresInMs, rule } = demand;
  return say("asked.sentence", {
    level,
    asked: demandedText(demand),
    span: briefly(expiresInMs),
    rule: ruleText(rule),
  });
}

/** The same in few words, for a table. */
export function verdictShort({ outcome, demand }: PolicyVerdict): string {
  if (outcome !== "ask") return say(outcome === "allow" ? "allowed" : "denied");
  const { level, quorum, stepUp } = demand;
  return withMore([
    say("ask-at", { level }),
    ...(quorum === 1 ? [] : [say("people", { count: quorum })]),
    ...(stepUp ? [say("step-up")] : []),
  ]);
}

export function ruleText(rule: string): string {
  return rule === DEFAULT ? say("rule.none") : say("rule.the", { name: oneLine(rule, 80) });
}
