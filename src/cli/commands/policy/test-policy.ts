import type { Approvers, Demand } from "../../../domain/authority/authorization.ts";
import { editsText } from "../../../domain/authority/edits.ts";
import { formatDuration } from "../../../domain/duration.ts";
import { roleInWords } from "../../../domain/people/end-user.ts";
import type { PolicyVerdict } from "../../../domain/policy/policy.ts";
import { type RanCase, runCases } from "../../../domain/policy/run-cases.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { askAbout } from "../../policy/ask-about.ts";
import { policyPlace } from "../../policy/policy-place.ts";
import { loadPolicy } from "../../policy/read-policy-file.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const NAME_WIDTH = 80;
const WIDTH = 200;

interface TestOptions {
  readonly tool?: string;
  readonly args?: string;
  readonly agent?: string;
}

export const testPolicy: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "test [file]",
      summary: "Run the tests of a policy, or say what would happen to an action",
      more: "Without --tool it runs the tests that stand in the file, earshot.yaml beside the data folder where none is named, and names the rules that decide none of them; exit code 1 where one fails. With --tool and --args it asks the policy in force at the server, or the file where one is named; nothing is asked of people and nothing is changed. With a file, budgets count as not used.",
      examples: [
        "npx earshot policy test",
        `npx earshot policy test --tool transfer --args '{"amount":5000}'`,
        `npx earshot policy test earshot.yaml --tool get_user --args '{}' --agent scout`,
      ],
    })
      .option("--tool <name>", "the tool of an action")
      .option("--args <json>", "its arguments: a JSON object, @FILE, or - for standard input")
      .option("--agent <name>", "the agent; one that no rule names where absent"),

  async run(context, command) {
    const [file] = command.processedArgs as [string | undefined];
    const { tool, args: given, agent } = command.opts<TestOptions>();
    if (tool === undefined && given === undefined) return await runTests(context, file);
    if (tool === undefined || given === undefined) {
      return command.error("error: an action has both, --tool and --args");
    }
    const verdict = await askAbout(context, { tool, given, agent, file });
    if (context.options.json === true) context.output.json(verdict);
    else for (const line of verdictLines(verdict)) context.output.line(line);
    return EXIT_CODES.answered;
  },
};

/** The tests that stand in a file, and the rules that decide none of them. */
async function runTests(
  { output, options }: RunContext,
  file = policyPlace(options.data),
): Promise<number> {
  const { policy, compiled } = await loadPolicy(file);
  const tests = runCases(compiled, Date.now());
  const decided = new Set(tests.map(({ rule }) => rule));
  const untested = policy.rules.map(({ name }) => name).filter((name) => !decided.has(name));
  if (options.json === true) output.json({ file, tests, untested });
  else for (const test of tests) output.line(testLine(test));
  if (untested.length > 0) {
    const names = untested.map((name) => JSON.stringify(oneLine(name, NAME_WIDTH)));
    output.note(`No test is decided by: ${names.join(", ")}.`);
  }
  const failed = tests.filter(({ fault }) => fault !== undefined);
  const count = tests.length === 1 ? "1 test" : `${tests.length} tests`;
  output.note(`${visibleText(file)}: ${count}, ${failed.length} failed.`);
  return failed.length === 0 ? EXIT_CODES.answered : EXIT_CODES.error;
}

function testLine({ name, rule, fault }: RanCase): string {
  const shown = JSON.stringify(oneLine(name, NAME_WIDTH));
  const by = `by ${JSON.stringify(oneLine(rule, NAME_WIDTH))}`;
  if (fault === undefined) return `holds  ${shown}, ${by}`;
  return `fails  ${shown}: expects ${oneLine(fault.expected, WIDTH)}, and it is ${oneLine(fault.actual, WIDTH)}, ${by}`;
}

/** What a policy says about an action, for people: first the outcome and the rule that decides. */
function verdictLines({ outcome, demand }: PolicyVerdict): readonly string[] {
  const { rule, level, quorum, expiresInMs, stepUp, edits, hands, why } = demand;
  const asked: (readonly [string, string])[] = [
    ["approvers", wantedText(demand)],
    ["quorum", String(quorum)],
    ["expires", formatDuration(expiresInMs)],
    ["step-up", stepUp ? "yes" : "no"],
    ...(demand.waitMs === undefined ? [] : [["wait", formatDuration(demand.waitMs)] as const]),
    ...(demand.note === undefined ? [] : [["note", demand.note] as const]),
    ...(demand.tickets ?? []).map((ticket) => ["ticket", oneLine(ticket, WIDTH)] as const),
    ...(edits === undefined ? [] : [["edits", oneLine(editsText(edits), WIDTH)] as const]),
    ["hands", hands ?? "own"],
  ];
  const rows: (readonly [string, string])[] = [
    ["rule", oneLine(rule, WIDTH)],
    ["level", level],
    ...(outcome === "ask" ? asked : []),
    ...(why === undefined ? [] : [["why", oneLine(why, WIDTH)] as const]),
  ];
  return [outcome, ...rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`)];
}

/** Of a list so many of each. */
function wantedText({ approvers, wanted }: Demand): string {
  if (wanted === undefined) return approversText(approvers);
  return wanted.map((one) => `${one.count} of ${approversText(one.approvers)}`).join("; ");
}

function approversText({ names, roles }: Approvers): string {
  const named = [...names.map((name) => oneLine(name, 80)), ...roles.map(roleInWords)];
  return named.length === 0 ? "nobody" : named.join(", ");
}
