import { present } from "../../../domain/present.ts";
import type { LoggedPolicy } from "../../../ports/earshot/policy-history.ts";
import { blameLines, differenceLines, loggedLines } from "../../policy/history-lines.ts";
import { addCommand, type CommandModule, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

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
      summary: "Print in what two policies differ, and why the later one may let more pass",
      more: "Both are revisions, as npx earshot policy log prints them. The second is the policy in force where absent, the first the one that it replaced.",
      examples: ["npx earshot policy diff", "npx earshot policy diff 5Yx0cQk3dGAb"],
    }).allowUnknownOption(BEGINS_WITH_HYPHEN),

  async run({ connectAs, output, options }, command) {
    const [from, to] = command.processedArgs as [string | undefined, string | undefined];
    const diff = await connectAs("operator").diffPolicies(present({ from, to }));
    if (options.json === true) output.json(diff);
    else for (const line of await differenceLines(diff)) output.line(line);
    if (diff.differences.length === 0) output.note("They say the same.");
    return EXIT_CODES.answered;
  },
};

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
