import type { Command } from "commander";
import type { RunContext } from "../terminal/run-context.ts";
import { backupPassphrase } from "./passphrase.ts";

/** What says how the keys go into a backup and come out of it. */
export interface KeyOptions {
  readonly deploymentKey?: string;
  readonly withKeys?: boolean;
  readonly passphraseFile?: string;
}

/** Adds them; `withKeys` tells what the command does with the keys. */
export function addKeyOptions(command: Command, withKeys: string): Command {
  return command
    .option("--deployment-key <file>", "key of its nodes; that of the data folder where absent")
    .option("--with-keys", withKeys)
    .option("--passphrase-file <file>", "its first line is the passphrase; asked for where absent");
}

/** The passphrase of the keys in a backup; undefined where they are left out of it. */
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
