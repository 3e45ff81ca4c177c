import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { EarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import { atControllingTerminal } from "../terminal/controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** How the keys go into a backup and come out of it. */
export interface KeyOptions {
  readonly deploymentKey?: string;
  readonly withKeys?: boolean;
  readonly passphraseFile?: string;
}

/** Adds them; `withKeys` says what the command does with the keys. */
export function addKeyOptions(command: Command, withKeys: string): Command {
  return command
    .option("--deployment-key <file>", "key of its nodes; by default that of the data folder")
    .option("--with-keys", withKeys)
    .option("--passphrase-file <file>", "its first line is the passphrase; asked for by default");
}

/** The passphrase of the keys in a backup; undefined if they are left out. */
export async function keysPassphrase(
  context: RunContext,
  command: Command,
  { isNew }: { readonly isNew: boolean },
): Promise<string | undefined> {
  const { withKeys, passphraseFile: file } = command.opts<KeyOptions>();
  if (withKeys === true) return await backupPassphrase(context, { file, isNew });
  if (file !== undefined) command.error("error: --passphrase-file goes with --with-keys.");
  return undefined;
}

/** The first line of a file, or what a person types at the terminal; typed twice if it is new. */
async function backupPassphrase(
  { signal }: Pick<RunContext, "signal">,
  { file, isNew }: { readonly file: string | undefined; readonly isNew: boolean },
): Promise<string> {
  if (file !== undefined) return fromFile(file);
  const why = "the passphrase of a backup is typed at one (or read from --passphrase-file)";
  return await atControllingTerminal({ why, signal }, async ({ readSecret }) => {
    const first = await readSecret("Passphrase of the backup: ");
    if (!isNew || (await readSecret("The same again: ")) === first) return first;
    throw new EarshotError("INVALID_INPUT", "The two are not the same. Nothing was written.");
  });
}

function fromFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The passphrase cannot be read: ${whyRefused(cause)}. Name a file whose first line it is.`,
      { cause },
    );
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}
