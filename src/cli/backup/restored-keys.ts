import { existsSync, readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import type { ArchiveHead } from "../../store/transfer/archive-form.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { writeLastingFile } from "../../system/private-file.ts";
import type { RunContext } from "../terminal/run-context.ts";
import {
  deploymentKeyFrom,
  deploymentKeyOf,
  keysOfFolder,
  keysOfSecrets,
} from "./deployment-keys.ts";
import { type BackupKeys, openKeys } from "./sealed-keys.ts";

export interface KeysInput {
  readonly passphrase?: string | undefined;
  readonly deploymentKey?: string | undefined;
}

/**
 * The keys in a backup, or in the data folder that it is restored with. What only a deployment key
 * opens is opened if one is at hand.
 */
export async function restoredKeys(
  context: RunContext,
  head: ArchiveHead,
  { passphrase, deploymentKey }: KeysInput,
): Promise<BackupKeys> {
  const inside = passphrase === undefined ? {} : keysInside(head, passphrase);
  const keys = { ...keysOfFolder(context.options.data), ...inside };
  if (head.secrets === undefined) return keys;
  const key =
    keys.deploymentKey === undefined
      ? deploymentKeyOf(context, deploymentKey)
      : deploymentKeyFrom(keys.deploymentKey);
  return key === undefined ? {} : await keysOfSecrets(head.secrets, key);
}

function keysInside({ keys }: ArchiveHead, passphrase: string): BackupKeys {
  if (keys !== undefined) return openKeys(keys, passphrase);
  throw new EarshotError(
    "INVALID_INPUT",
    "There are no keys in this backup: it was taken without --with-keys. Leave the passphrase out, and bring the key files along.",
  );
}

/** Throws if keys are needed to write the record in a different form than before. */
export function assertKeys(head: ArchiveHead, keys: BackupKeys, to: ArchiveHead["engine"]): void {
  const isAtHand = keys.signingKeys !== undefined || keys.vault !== undefined;
  const needsNone = head.secrets === undefined && head.publicKeys === undefined;
  if (head.engine === to || isAtHand || needsNone) return;
  throw new EarshotError(
    "INVALID_INPUT",
    head.engine === "sqlite"
      ? "This backup comes from a data folder, and its keys are not at hand to be shared by nodes. Put signing-keys.json and vault.key of that folder into the folder that --data names, or give the passphrase of a backup that was taken --with-keys."
      : "This backup comes from PostgreSQL, and the keys in it are sealed. Give the deployment key with --deployment-key FILE, or the passphrase of a backup that was taken --with-keys.",
  );
}

/** Writes the key files of a data folder; existing ones must be the same. */
export function writeKeys(folder: string, keys: BackupKeys): void {
  const paths = dataPaths(folder);
  writeKey(paths.signingKeys, keys.signingKeys);
  writeKey(paths.vaultKey, keys.vault);
}

export function writeDeploymentKey(folder: string, { deploymentKey }: BackupKeys): void {
  writeKey(dataPaths(folder).deploymentKey, deploymentKey);
}

function writeKey(path: string, text: string | undefined): void {
  if (text === undefined) return;
  if (!existsSync(path)) {
    writeLastingFile(path, `${text}\n`);
    return;
  }
  if (readFileSync(path, "utf8").trim() === text.trim()) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `There is another key in ${path} than in the backup. Name a new folder with --data, or move that file away.`,
    { details: { path } },
  );
}
