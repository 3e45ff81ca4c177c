import { realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { present } from "../../../domain/present.ts";
import type { PolicyDryRun } from "../../../ports/earshot/policy-trial.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { isServed } from "../../policy/known-people.ts";
import { POLICY_FILE, policyPlace } from "../../policy/policy-place.ts";
import { loadedPolicy, readPolicyText } from "../../policy/read-policy-file.ts";
import { trialLines } from "../../policy/trial-lines.ts";
import { upgraded } from "../../policy/upgrade-document.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const NAME_WIDTH = 128;
const MODE = 0o777;

export const upgradePolicy: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "upgrade [file]",
      summary: "Print a policy of version 1 in the form of version 2, with its comments",
      more: `Reads ${POLICY_FILE} beside the data folder where no file is named. Each rule that allows says other_args: any, so that it lets pass what it did; take that out where a rule names all that it means. Where a server runs, what it would have said of recent requests is held against the new form. Puts nothing in force.`,
      examples: ["npx earshot policy upgrade", "npx earshot policy upgrade earshot.yaml --write"],
    }).option("--write", "put the new form in the place of the file"),

  async run(context, command) {
    const { output, options } = context;
    const [file = policyPlace(options.data)] = command.processedArgs as [string | undefined];
    const { write } = command.opts<{ readonly write?: true }>();
    const before = await readPolicyText(file);
    await loadedPolicy(before.source);
    if (before.source["version"] !== 1) {
      output.note(`${visibleText(file)} says version: 2 already.`);
      return EXIT_CODES.answered;
    }
    const { text, opened } = await upgraded(before);
    const { source: after } = await readPolicyText(file, text);
    await loadedPolicy(after);
    const dryRun = isServed(context)
      ? await context.connectAs("operator").dryRunPolicy({ source: after })
      : undefined;
    if (write === true) replace(file, text);
    if (options.json === true) output.json({ file, source: after, opened, ...present({ dryRun }) });
    else {
      if (write !== true) output.line(visibleText(text.trimEnd()));
      tell(context, { opened, dryRun });
      if (write === true) output.note(`${visibleText(file)} says version: 2 now.`);
    }
    return EXIT_CODES.answered;
  },
};

/** Whole or not at all, and through a link. */
function replace(file: string, text: string): void {
  const place = realpathSync(file);
  const draft = `${place}.new`;
  writeFileSync(draft, text, { flush: true, mode: statSync(place).mode & MODE });
  renameSync(draft, place);
}

function tell(
  { output }: RunContext,
  {
    opened,
    dryRun,
  }: { readonly opened: readonly string[]; readonly dryRun: PolicyDryRun | undefined },
): void {
  if (opened.length > 0) {
    const names = opened.map((name) => JSON.stringify(oneLine(name, NAME_WIDTH)));
    output.note(
      `${names.join(", ")}: lets arguments pass that it does not name, as before (other_args: any). Take that out where all that it means is named.`,
    );
  }
  for (const line of dryRun === undefined ? [] : trialLines(dryRun)) output.note(line);
}
