import type { PolicyWarning } from "../../domain/policy/check-open.ts";
import type { PolicyProblem } from "../../domain/policy/check-rules.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";

const WIDTH = 400;
const NAME_WIDTH = 128;

export function problemLine({ rule, problem }: PolicyProblem): string {
  return `${JSON.stringify(oneLine(rule, NAME_WIDTH))}: ${visibleText(problem)}`;
}

/**
 * What a policy lets through by mistake: the rule and place, why, a call that passes, the way out.
 */
export function warningLines(warning: PolicyWarning): readonly string[] {
  const { rule, place, example, instead } = warning;
  const { tool, args, agent } = example;
  const by = agent === undefined ? "" : ` by ${oneLine(agent, WIDTH)}`;
  const call = `${oneLine(tool, WIDTH)} ${oneLine(JSON.stringify(args), WIDTH)}${by}`;
  return [
    `warning: ${JSON.stringify(oneLine(rule, WIDTH))}, ${oneLine(place, WIDTH)}: ${visibleText(warning.warning)}`,
    `  passes   ${call}`,
    `  instead  ${visibleText(instead)}`,
  ];
}
