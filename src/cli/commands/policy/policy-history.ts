import { existsSync } from "node:fs";
import { inDigits, inTime } from "../../../domain/in-words.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { MAX_POLICY_TRIALS, POLICY_TRIED_ON_MS } from "../../../domain/limits.ts";
import { allowsMore } from "../../../domain/policy/allows-more.ts";
import { policyDifference } from "../../../domain/policy/policy-parts.ts";
import { present } from "../../../domain/present.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import type { LoggedPolicy } from "../../../ports/earshot/policy-history.ts";
import type { PolicyDryRun } from "../../../ports/earshot/policy-trial.ts";
import { wholeDryRun } from "../../../render/whole-dry-run.ts";
import { blameLines, differenceLines, loggedLines } from "../../policy/history-lines.ts";
import { loadPolicy } from "../../policy/read-policy-file.ts";
import { trialLines } from "../../policy/trial-lines.ts";
import { addCommand, type CommandModule, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const PAGE = 100;

/** One revision in 64 looks like an option. */
const BEGINS_WITH_HYPHEN = true;

export const logPolicies: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "log",
      summary: "List every policy that was put in force: who, when and what changed",
      more: "Newest first. The first word of an entry names its revision for npx earshot policy show, diff and blame.",
      examples: ["npx earshot policy log", "npx earshot policy log --most 3 --json"],
    }).option("--most <number>", "how many at most; all where absent", wholeNumber(1)),

  async run({ connectAs, output, options }, command) {
    const { most = Number.POSITIVE_INFINITY } = command.opts<{ readonly most?: number }>();
    const earshot = connectAs("operator");
    const items: LoggedPolicy[] = [];
    let cursor: string | undefined;
    do {
      const limit = Math.min(PAGE, most - items.length);
      const page = await earshot.policyLog({ limit, ...present({ cursor }) });
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined && items.length < most);
    if (options.json === true) output.json({ items });
    else for (const item of items) for (const line of loggedLines(item)) output.line(line);
    if (items.length === 0) output.note("No policy was ever applied.");
    return EXIT_CODES.answered;
  },
};

export const diffPolicies: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "diff [from] [to]",
      summary: "Print in what two policies differ, and what a file would have decided otherwise",
      more: `Both are revisions, as npx earshot policy log prints them. The second is the policy in force where absent, the first the one that it replaced. A file instead, by a path that exists or ends in .yaml, .yml or .json, is held against the policy in force, and tried on what agents sought in the last ${inTime(POLICY_TRIED_ON_MS)}, the newest ${inDigits(MAX_POLICY_TRIALS)} at most: how much of it would have needed fewer or other people, a lower level or no step-up (loosened), and how much more than now (tightened). Nothing is changed.`,
      examples: [
        "npx earshot policy diff",
        "npx earshot policy diff 5Yx0cQk3dGAb",
        "npx earshot policy diff earshot.yaml",
      ],
    }).allowUnknownOption(BEGINS_WITH_HYPHEN),

  async run(context, command) {
    const [from, to] = command.processedArgs as [string | undefined, string | undefined];
    if (to === undefined && isFile(from)) return await tryFile(context, from);
    const { connectAs, output, options } = context;
    const diff = await connectAs("operator").diffPolicies(present({ from, to }));
    if (options.json === true) output.json(diff);
    else for (const line of await differenceLines(diff)) output.line(line);
    if (diff.differences.length === 0) output.note("They say the same.");
    return EXIT_CODES.answered;
  },
};

/** A revision has no dot. */
function isFile(named: string | undefined): named is string {
  return named !== undefined && (/\.(?:ya?ml|json)$/i.test(named) || existsSync(named));
}

async function tryFile(context: RunContext, file: string): Promise<number> {
  const { connectAs, output, options } = context;
  const { source } = await loadPolicy(file);
  const earshot = connectAs("operator");
  const { source: inForce, revision } = await earshot.policy();
  const said = {
    differences: policyDifference(inForce, source),
    allowsMore: inForce === undefined ? [] : allowsMore(inForce, source),
  };
  if (options.json === true) {
    output.json({ file, revision, ...said, ...(await tried(context, earshot, source)) });
    return EXIT_CODES.answered;
  }
  for (const line of await differenceLines(said)) output.line(line);
  for (const line of trialLines(await tried(context, earshot, source))) output.line(line);
  return EXIT_CODES.answered;
}

/** On all that agents sought of late; a person sees how far it is. */
async function tried(
  { output }: RunContext,
  earshot: Earshot,
  source: JsonObject,
): Promise<PolicyDryRun> {
  const runs = wholeDryRun(earshot, source);
  for (;;) {
    const { value, done } = await runs.next();
    if (done === true) return value;
    if (value.next !== undefined) output.note(`Tried on ${inDigits(value.examined)} …`);
  }
}

export const blamePolicy: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "blame [revision]",
      summary: "Say of each rule and key who put it there, and when",
      more: "Of the policy in force where no revision is named. A rule that went and came back counts from when it came back.",
      examples: ["npx earshot policy blame", "npx earshot policy blame 5Yx0cQk3dGAb"],
    }).allowUnknownOption(BEGINS_WITH_HYPHEN),

  async run({ connectAs, output, options }, command) {
    const [revision] = command.processedArgs as [string | undefined];
    const blame = await connectAs("operator").blamePolicy(present({ revision }));
    if (options.json === true) output.json(blame);
    else for (const line of blameLines(blame)) output.line(line);
    return EXIT_CODES.answered;
  },
};
