import { formatDuration } from "../../../domain/duration.ts";
import { visibleText } from "../../../render/visible-text.ts";
import type { ArchiveManifest } from "../../../store/transfer/archive-form.ts";
import type { CheckedBackup } from "../../backup/check-backup.ts";
import { addKeyOptions, type KeyOptions, keysPassphrase } from "../../backup/key-options.ts";
import type { KeptBackup, TakenBackup } from "../../backup/take-backup.ts";
import { addCommand, type CommandModule, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

interface BackupOptions extends KeyOptions {
  readonly postgres?: string;
  readonly to?: string;
  readonly keep?: number;
}

export const backup: CommandModule = {
  define(program) {
    const command = addCommand(program, {
      usage: "backup [file]",
      summary: "Write the whole record to one file, while the server goes on",
      more: "Takes the record as it is at one moment, out of the data folder or the database that --postgres or EARSHOT_POSTGRES names, and checks every log on the way. What is sealed stays sealed: without the server's keys a restored record can prove and open nothing. --with-keys puts them in, under a passphrase; else keep the key files elsewhere.\n\nWith --to it names the file itself, by the time, in a folder of backups: reads it back to its end, and with --keep removes all but the newest backups of this record only then. A server that is started with --backup-every does the same by itself.",
      examples: [
        "npx earshot backup earshot-monday.backup",
        "npx earshot backup /mnt/elsewhere/monday.backup --with-keys --passphrase-file words.txt",
        "npx earshot backup --to /mnt/elsewhere/backups --keep 7",
        "npx earshot backup check earshot-monday.backup",
        "npx earshot backup drill",
      ],
    })
      .enablePositionalOptions()
      .option("--postgres <url>", "the database that nodes share")
      .option("--to <folder>", "folder of backups to put it into, under a name of its own")
      .option("--keep <number>", "how many of that folder stay; all where absent", wholeNumber(1));
    return addKeyOptions(command, "put the keys in, under a passphrase");
  },

  async run(context, command) {
    const [file] = command.processedArgs as [string | undefined];
    const { to: folder, ...options } = command.opts<BackupOptions>();
    if ((file === undefined) === (folder === undefined)) {
      command.error("error: name a file, or a folder with --to.");
    }
    if (options.keep !== undefined && folder === undefined) {
      command.error("error: --keep goes with --to.");
    }
    const passphrase = await keysPassphrase(context, command, { isNew: true });
    const { keepBackup, takeBackup } = await import("../../backup/take-backup.ts");
    const taken =
      folder === undefined
        ? await takeBackup(context, { ...options, file: file ?? "", passphrase })
        : await keepBackup(context, { ...options, folder, passphrase });
    printTaken(context, taken, options.keep);
    return EXIT_CODES.answered;
  },
};

export const checkBackupFile: CommandModule = {
  define: (backups) =>
    addCommand(backups, {
      usage: "check <file>",
      summary: "Check that a backup is whole and can be restored",
      more: "Reads it to its end: the digest of each part, every log from its first event, and the newest checkpoints. Writes nothing.",
      examples: ["npx earshot backup check earshot-monday.backup"],
    }),

  async run(context, command) {
    const [file = ""] = command.processedArgs as [string | undefined];
    const { checkBackup } = await import("../../backup/check-backup.ts");
    printChecked(context, await checkBackup(context, file));
    return EXIT_CODES.answered;
  },
};

function printTaken(
  { output, options }: RunContext,
  taken: TakenBackup & Partial<KeptBackup>,
  keep: number | undefined,
): void {
  const { file, at, engine, keyFiles, hasKeys, hasPublicKeys, manifest, fingerprint } = taken;
  const { removed } = taken;
  if (options.json === true) {
    const holds = { hasKeys, hasPublicKeys, ...(removed !== undefined && { removed }) };
    output.json({ file, at, engine, keyFiles, ...holds, fingerprint, ...manifest });
    return;
  }
  output.line(visibleText(file));
  output.note(`${contentLine(manifest)}, as they were at ${at}.`);
  output.note(`Compared: ${COMPARED}.`);
  output.note(`Fingerprint ${fingerprint}: noted elsewhere it tells this backup from any other.`);
  if (removed !== undefined) output.note("Read back to its end: it is whole.");
  for (const old of removed ?? []) output.note(`Removed: ${visibleText(old)}`);
  if (keep !== undefined && !hasPublicKeys) {
    output.note(
      "No older backup was removed: without the keys at hand none is known as this one's.",
    );
  }
  if (!hasPublicKeys && taken.checkpoints.length > 0) output.note(`${unproved(engine)}.`);
  if (hasKeys || keyFiles.length === 0) return;
  const files = keyFiles.join(" and ");
  output.note(
    `The keys are not in it: keep ${files} of the data folder elsewhere, or take it --with-keys.`,
  );
}

function printChecked({ output, options }: RunContext, checked: CheckedBackup): void {
  const { head, manifest, fingerprint, proven } = checked;
  const { at, engine, earshot } = head;
  const hasKeys = head.keys !== undefined;
  const hasPublicKeys = head.publicKeys !== undefined;
  if (options.json === true) {
    const holds = { hasKeys, hasPublicKeys };
    output.json({ at, engine, earshot, ...holds, proven, fingerprint, ...manifest });
    return;
  }
  output.line(`${output.style.good("whole")}: ${contentLine(manifest)}`);
  output.line(`compared: ${COMPARED}`);
  const age = formatDuration(Date.now() - Date.parse(at));
  output.line(`taken at ${at} (${age} ago) from ${engine} by Earshot ${visibleText(earshot)}`);
  const sealed = checked.checkpoints.length;
  output.line(
    hasPublicKeys || sealed === 0
      ? `checkpoints: ${proven} of ${sealed} logs are proved by its public keys`
      : unproved(engine),
  );
  output.line(`keys: ${hasKeys ? "in it, under a passphrase" : "not in it"}`);
  output.line(`fingerprint: ${fingerprint}`);
}

/** A backup is as right as the record that it was taken of: it must not be taken for more. */
const COMPARED =
  "every row with its digest, every log with its chain and its last checkpoint; not what rows hold with what the log says of them, which npx earshot audit verify does before a backup and after a restore";

/** Of a backup that was taken where the keys were not at hand. */
function unproved(engine: CheckedBackup["head"]["engine"]): string {
  const how =
    engine === "postgres"
      ? "give --deployment-key when the backup is taken"
      : "signing-keys.json was not in the data folder when the backup was taken";
  return `checkpoints cannot be proved: ${how}`;
}

function contentLine({ parts, logs }: ArchiveManifest): string {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const events = logs.reduce((sum, log) => sum + log.seq, 0);
  return `${rows} rows, ${events} events in ${logs.length === 1 ? "1 log" : `${logs.length} logs`}`;
}
