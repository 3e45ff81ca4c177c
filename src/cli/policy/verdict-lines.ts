import type { Approvers } from "../../domain/authority/authorization.ts";
import { formatDuration } from "../../domain/duration.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { oneLine } from "../../render/visible-text.ts";

const WIDTH = 200;

/** What a policy says about an action, for people: first the outcome and the rule that decides. */
export function verdictLines({ outcome, demand }: PolicyVerdict): readonly string[] {
  const { rule, level, approvers, quorum, expiresInMs, stepUp, why } = demand;
  const asked: [string, string][] = [
    ["approvers", approversText(approvers)],
    ["quorum", String(quorum)],
    ["expires", formatDuration(expiresInMs)],
    ["step-up", stepUp ? "yes" : "no"],
  ];
  const rows: [string, string][] = [
    ["rule", oneLine(rule, WIDTH)],
    ["level", level],
    ...(outcome === "ask" ? asked : []),
    ...(why === undefined ? [] : [["why", oneLine(why, WIDTH)] as [string, string]]),
  ];
  return [outcome, ...rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`)];
}

function approversText({ names, roles }: Approvers): string {
  const named = [...names.map((name) => oneLine(name, 80)), ...roles.map((role) => `any ${role}`)];
  return named.length === 0 ? "nobody" : named.join(", ");
}
