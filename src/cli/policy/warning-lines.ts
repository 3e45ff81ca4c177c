import { type PolicyWarning, policyWarnings } from "../../domain/policy/checks/check-open.ts";
import type { PolicyProblem } from "../../domain/policy/checks/check-rules.ts";
import type { CompiledPolicy } from "../../domain/policy/decide.ts";
import type { Rule } from "../../domain/policy/policy.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";

const WIDTH = 400;
const NAME_WIDTH = 128;

/** What a policy lets pass without anybody being asked, one line each, and what it loses for good. */
export function passingLines(compiled: CompiledPolicy): readonly string[] {
  const { policy } = compiled;
  const allowed = policy.rules.filter(({ decision }) => decision === "allow").map(allowedLine);
  return [
    ...(allowed.length === 0 ? ["  nothing"] : allowed),
    ...(policy.newTools === "allow"
      ? ["  by the same rules, tools that a server offers only later (new_tools: allow)"]
      : []),
    ...(policy.retention === undefined
      ? []
      : ["  and it erases what is older than its retention says, for good"]),
    ...policyWarnings(compiled).flatMap(warningLines),
  ];
}

function allowedLine({ name, tools, agents, args, budgets }: Rule): string {
  const names = (list: readonly string[] | undefined, all: string) =>
    list === undefined ? all : oneLine(list.join(", "), WIDTH);
  const where = args === undefined ? "" : `, where ${oneLine(JSON.stringify(args), WIDTH)}`;
  const most = budgets === undefined ? "" : ", within a budget";
  return `  ${JSON.stringify(oneLine(name, NAME_WIDTH))}: ${names(tools, "every tool")}, by ${names(agents, "every agent")}${where}${most}`;
}

export function problemLine({ rule, place, problem }: PolicyProblem): string {
  const at = place === undefined ? "" : `, ${oneLine(place, WIDTH)}`;
  return `${JSON.stringify(oneLine(rule, NAME_WIDTH))}${at}: ${visibleText(problem)}`;
}

/**
 * What a policy lets through by mistake: the rule and place, why, a call that passes, the way out.
 */
export function warningLines(warning: PolicyWarning): readonly string[] {
  const { rule, place, example, instead } = warning;
  return [
    `warning: ${JSON.stringify(oneLine(rule, WIDTH))}, ${oneLine(place, WIDTH)}: ${visibleText(warning.warning)}`,
    ...(example === undefined ? [] : [`  passes   ${callText(example)}`]),
    `  instead  ${visibleText(instead)}`,
  ];
}

function callText({ tool, args, agent }: NonNullable<PolicyWarning["example"]>): string {
  const by = agent === undefined ? "" : ` by ${oneLine(agent, WIDTH)}`;
  return `${oneLine(tool, WIDTH)} ${oneLine(JSON.stringify(args), WIDTH)}${by}`;
}
