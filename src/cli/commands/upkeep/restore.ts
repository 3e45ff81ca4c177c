import { visibleText } from "../../../render/visible-text.ts";
import { dataPaths } from "../../../system/data-folder.ts";
import { addKeyOptions, type KeyOptions, keysPassphrase } from "../../backup/key-options.ts";
import type { Restored } from "../../backup/restore-backup.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { type PostgresAddress, postgresAddress } from "../../terminal/postgres-url.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { shellLine } from "../../terminal/shell-line.ts";
import { folderOf } from "../../terminal/with-folder.ts";

interface RestoreOptions extends KeyOptions {
  readonly postgres?: string;
  readonly anchor?: string;
  readonly keys?: string;
}

export const restore: CommandModule = {
  define(program) {
    const command = addCommand(program, {
      usage: "restore <file>",
      summary: "Make a record from a backup, in a new folder or an empty database",
      more: "Checks the backup to its end before anything is written, writes it whole or not at all, and reads it back. Whatever was approved and not used when the backup was taken may have been used since: those approvals are void, one-time links and leases are dropped, and every standing permission and web session is over. The log says so. The anchor is the file in which the server that was backed up has written signed heads of its log, anchor.jsonl of its data folder or where start --anchor put it. With --anchor the backup is compared with a copy of it: what it has sealed after the end of the backup happened and is lost.\n\n--data names the new folder; with --postgres or EARSHOT_POSTGRES the record goes into that database, and the folder is the one that a node will run with.",
      examples: [
        "npx earshot restore monday.backup --data /srv/earshot-restored --with-keys",
        "npx earshot restore monday.backup --anchor /mnt/elsewhere/anchor.jsonl --data restored",
        "npx earshot restore monday.backup --postgres postgres://earshot@db.example.com/restored",
      ],
    }).option("--postgres <url>", "an empty database");
    return addKeyOptions(command, "take the keys out of the backup, with its passphrase")
      .option(
        "--anchor <file>",
        "anchor.jsonl of the server that was backed up: say what happened after the backup",
      )
      .option(
        "--keys <file>",
        "public keys for the anchor as a JWK Set; those of the backup where absent",
      );
  },

  async run(context, command) {
    const [file = ""] = command.processedArgs as [string | undefined];
    const { deploymentKey, anchor, keys, ...given } = command.opts<RestoreOptions>();
    const passphrase = await keysPassphrase(context, command, { isNew: false });
    const { restoreBackup } = await import("../../backup/restore-backup.ts");
    const postgres = postgresAddress(context, given.postgres);
    const input = { file, postgres, deploymentKey, passphrase, anchor, publicKeys: keys };
    print(context, await restoreBackup(context, input), postgres);
    return EXIT_CODES.answered;
  },
};

function print(
  { output, options }: RunContext,
  restored: Restored,
  postgres: PostgresAddress | undefined,
): void {
  const { head, copied, voided, ended, proven, beyond, anchorFaults, missing } = restored;
  const rows = copied.tables.reduce((sum, table) => sum + table.rows, 0);
  if (options.json === true) {
    const { place, from } = postgres ?? {};
    const settled = { voided, ended, proven, beyond, anchorFaults, missing };
    output.json({ at: head.at, rows, place, from, ...settled });
    return;
  }
  const to = postgres === undefined ? "" : ` to ${postgres.place}, which ${postgres.from} names`;
  output.line(`restored: ${rows} rows${to}, as they were at ${head.at}; every log holds`);
  output.line(
    "compared: every row with what was written, every log with its chain and its checkpoints; not what rows hold with what the log says of them",
  );
  output.line(`void: ${voided} approvals that could have been used still`);
  output.line(`ended: ${ended} standing permissions, to be given again where they are to go on`);
  for (const { workspace, restored: last, sealed } of beyond ?? []) {
    const name = visibleText(workspace);
    output.line(
      `${output.style.bad("LOST")}: the anchor has sealed events ${last + 1} to ${sealed} of ${name}; this backup ends at ${last}`,
    );
  }
  if (beyond?.length === 0)
    output.line("anchor: it has sealed nothing after the end of this backup");
  for (const fault of anchorFaults) output.line(`${output.style.bad("anchor")}: ${fault}`);
  if (missing.length > 0) {
    output.note(
      `Bring along before a server starts: ${missing.join(", ")} of the deployment that was backed up. Without them it makes new keys, and nothing that the former have signed or sealed can be proved or opened.`,
    );
  }
  noteNext(output, { restored, postgres, data: options.data });
}

function noteNext(
  output: RunContext["output"],
  {
    restored: { hasOperatorKey },
    postgres,
    data,
  }: {
    readonly restored: Restored;
    readonly postgres: PostgresAddress | undefined;
    readonly data: string;
  },
): void {
  const folder = folderOf(data);
  if (!hasOperatorKey) {
    output.note(
      `Every key of that time lets its holder in still. Where you have operator.key and agent.key of the former folder, copy them to ${visibleText(dataPaths(data).root)}; without them the start makes others${postgres === undefined ? "" : " by --make-keys"}, or says what to do where it may not.`,
    );
  }
  output.note(
    postgres === undefined
      ? `See whether the rows are what the log says: npx earshot audit verify${folder}`
      : `See whether the rows are what the log says, once it serves: npx earshot audit verify${folder}`,
  );
  const makes = postgres === undefined || hasOperatorKey ? "" : " --make-keys";
  output.note(`Start it: npx earshot start${addressOf(postgres)}${makes}${folder}`);
}

/** As it is to be typed; a password is not told again. */
function addressOf(postgres: PostgresAddress | undefined): string {
  if (postgres === undefined || postgres.from === "EARSHOT_POSTGRES") return "";
  const hasPassword = new URL(postgres.url).password !== "";
  return ` --postgres ${hasPassword ? "URL" : shellLine([postgres.url])}`;
}
