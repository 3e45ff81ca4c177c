import { formatDuration } from "../../../domain/duration.ts";
import { visibleText } from "../../../render/visible-text.ts";
import type { Drill } from "../../backup/drill.ts";
import { addKeyOptions, type KeyOptions, keysPassphrase } from "../../backup/key-options.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

interface DrillOptions extends KeyOptions {
  readonly from?: string;
}

export const drillBackup: CommandModule = {
  define(backups) {
    const command = addCommand(backups, {
      usage: "drill [file]",
      summary: "Restore the newest backup for practice, and see whether it holds",
      more: "Does what restore does, in a folder that it takes away again, and verifies the log and every row that the log speaks of there. The record itself is not touched. How it went and how long it took is noted in the data folder, for npx earshot doctor and the metrics. Without a file it is the newest that this data folder knows of. A backup of a database is restored into a file, which needs its deployment key, or the passphrase of a backup that was taken --with-keys.",
      examples: [
        "npx earshot backup drill",
        "npx earshot backup drill --with-keys --passphrase-file words.txt",
        "npx earshot backup drill --from /mnt/elsewhere/backups",
      ],
    }).option("--from <folder>", "the newest that npx earshot backup --to has put there");
    return addKeyOptions(command, "take the keys out of the backup, with its passphrase");
  },

  async run(context, command) {
    const [named] = command.processedArgs as [string | undefined];
    const { from, deploymentKey } = command.opts<DrillOptions>();
    if (named !== undefined && from !== undefined) {
      command.error("error: name a file, or a folder with --from.");
    }
    const passphrase = await keysPassphrase(context, command, { isNew: false });
    const { drill, newestKnown } = await import("../../backup/drill.ts");
    const file = named ?? newestKnown(context.options.data, from);
    print(context, await drill(context, { file, passphrase, deploymentKey }), passphrase);
    return EXIT_CODES.answered;
  },
};

function print(
  { output, options }: RunContext,
  { file, tookMs, restored, compared, events }: Drill,
  passphrase: string | undefined,
): void {
  const { head, beyond, anchorFaults, missing } = restored;
  const rows = restored.copied.tables.reduce((sum, table) => sum + table.rows, 0);
  const hasOpenedKeys = passphrase !== undefined;
  if (options.json === true) {
    const facts = { file, at: head.at, tookMs, rows, compared, events };
    output.json({ ...facts, hasOpenedKeys, missing, beyond, anchorFaults });
    return;
  }
  const took = `${(tookMs / 1_000).toFixed(1)} s`;
  output.line(`${output.style.good("holds")}: ${visibleText(file)}, restored in ${took}`);
  output.line(
    `${rows} rows, as they were at ${head.at}, ${formatDuration(Date.now() - Date.parse(head.at))} ago`,
  );
  output.line(`intact: ${events} events; compared: ${compared} rows with what the log says`);
  for (const fault of anchorFaults) output.line(`${output.style.bad("anchor")}: ${fault}`);
  if (hasOpenedKeys) output.line("keys: in it, and the passphrase opens them");
  else if (head.keys !== undefined) {
    output.note("Whether the passphrase opens its keys was not tried: give --with-keys.");
  }
  if (missing.length > 0) {
    output.note(
      `Not in it, and needed after a loss: ${missing.join(" and ")}. Keep them elsewhere than the record.`,
    );
  }
}
