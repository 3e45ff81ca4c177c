import { inDigits, inTime } from "../../../domain/in-words.ts";
import { MAX_POLICY_TRIALS, POLICY_TRIED_ON_MS } from "../../../domain/limits.ts";
import type { PolicyCoverage, Traffic } from "../../../ports/earshot/policy-coverage.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { wholeCoverage } from "../../../render/whole-coverage.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

const NAME_WIDTH = 80;

export const policyCoverage: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "coverage",
      summary: "Say how much each rule in force decides: of what agents sought, and of the tests",
      more: `Counts what agents sought in the last ${inTime(POLICY_TRIED_ON_MS)}, the newest ${inDigits(MAX_POLICY_TRIALS)} at most, by the names of the rules that decided it, and the tests in the policy by the rules that decide them.`,
      examples: ["npx earshot policy coverage", "npx earshot policy coverage --json"],
    }),

  async run({ connectAs, output, options }) {
    const coverage = await wholeCoverage(connectAs("operator"));
    if (options.json === true) output.json(coverage);
    else for (const line of coverageLines(coverage)) output.line(line);
    const { examined, next, rules } = coverage;
    const more = next === undefined ? "" : ", the newest; there are more";
    output.note(
      `${inDigits(examined)} authorizations of the last ${inTime(POLICY_TRIED_ON_MS)}${more}.`,
    );
    const idle = rules.filter(({ requests }) => requests === 0);
    if (idle.length > 0 && examined > 0) output.note(`Decided none of them: ${namesOf(idle)}.`);
    const tested = new Set(coverage.tests.map(({ rule }) => rule));
    const untested = rules.filter(({ rule }) => !tested.has(rule));
    if (untested.length > 0) output.note(`No test is decided by: ${namesOf(untested)}.`);
    return EXIT_CODES.answered;
  },
};

function coverageLines({ rules, others, tests }: PolicyCoverage): readonly string[] {
  const head = ["requests", "last", "tests", "rule"];
  const rowOf = ({ rule, requests, last = "never" }: Traffic, name: string) => [
    inDigits(requests),
    last,
    String(tests.filter((test) => test.rule === rule).length),
    name,
  ];
  const rows = [
    head,
    ...rules.map((one) => rowOf(one, named(one))),
    ...others.map((one) =>
      rowOf(one, one.rule === "default" ? "no rule matched" : `${named(one)}, not in force`),
    ),
  ];
  const widths = head.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row.map((cell, column) => (column === 3 ? cell : cell.padEnd(widths[column] ?? 0))).join("  "),
  );
}

function namesOf(rules: readonly Traffic[]): string {
  return rules.map(named).join(", ");
}

function named({ rule }: Traffic): string {
  return JSON.stringify(oneLine(rule, NAME_WIDTH));
}
