import { checkToolName } from "../../domain/authority/tool-definition.ts";
import { budgetedRules, decide } from "../../domain/policy/decide.ts";
import { explainRules } from "../../domain/policy/explain.ts";
import { present } from "../../domain/present.ts";
import type { TestedPolicy } from "../../ports/earshot/policy-reasons.ts";
import { oneLine } from "../../render/visible-text.ts";
import { readObject } from "../authority/read-object.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { loadPolicy } from "./read-policy-file.ts";

const NAME_WIDTH = 80;

export interface AskedAbout {
  readonly tool: string;
  /** As the option `--args` has it. */
  readonly given: string;
  readonly agent: string | undefined;
  /** The policy in force where there is none. */
  readonly file: string | undefined;
}

/** What a policy says about an action, and why. With a file, budgets count as not used, which is told. */
export async function askAbout(
  { connectAs, output }: RunContext,
  { tool, given, agent, file }: AskedAbout,
): Promise<TestedPolicy> {
  const args = await readObject("--args", given);
  checkToolName(tool);
  if (file === undefined) {
    return await connectAs("operator").testPolicy({ tool, args, ...present({ agent }) });
  }
  const { compiled } = await loadPolicy(file);
  const facts = { tool, args, agentName: agent ?? "", now: Date.now() };
  for (const { name } of budgetedRules(compiled, facts)) {
    const rule = JSON.stringify(oneLine(name, NAME_WIDTH));
    output.note(`The budget of ${rule} counts as not used.`);
  }
  return { ...decide(compiled, facts, () => false), rules: explainRules(compiled, facts) };
}
