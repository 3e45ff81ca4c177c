import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import type { ArchiveHead } from "../../store/transfer/archive-form.ts";
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from "../../store/transfer/archive-form.ts";
import { assertKnown, formOfThisVersion } from "../../store/transfer/same-form.ts";
import { type Written, writeArchive } from "../../store/transfer/write-archive.ts";
import { writeBackupNote } from "../../system/backup-note.ts";
import { parseKeyRing, publicKeysOf } from "../../system/signing-keys.ts";
import { VERSION } from "../../version.ts";
import type { RunContext } from "../run-context.ts";
import { type OpenRecord, openRecord } from "../transfer/open-record.ts";
import { createProgress } from "../transfer/progress.ts";
import { deploymentKeyOf, keysOfFolder, keysOfSecrets } from "./deployment-keys.ts";
import { type BackupKeys, sealKeys } from "./sealed-keys.ts";

export interface BackupInput {
  readonly file: string;
  readonly postgres?: string | undefined;
  readonly deploymentKey?: string | undefined;
  /** Puts the keys into the backup, under it. */
  readonly passphrase?: string | undefined;
}

export interface TakenBackup extends Written {
  readonly file: string;
  readonly at: string;
  readonly engine: OpenRecord["engine"];
  readonly keyFiles: readonly string[];
  readonly hasKeys: boolean;
  /** Whether it holds what proves the checkpoints in it. */
  readonly hasPublicKeys: boolean;
}

/** Writes all of a record as it is at this moment to one file; a server goes on beside it. */
export async function takeBackup(context: RunContext, input: BackupInput): Promise<TakenBackup> {
  const file = resolve(input.file);
  if (existsSync(file)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `There is a file ${file} already, and a backup never writes over one. Name another.`,
      { details: { file } },
    );
  }
  const record = await openRecord(context, input.postgres);
  const progress = createProgress(context, "Writing");
  try {
    assertKnown(record.source, await formOfThisVersion());
    const head = await headOf(context, record, input);
    const { source, engine } = record;
    const written = await writeArchive(file, { head, source, onProgress: progress.onProgress });
    if (existsSync(context.options.data)) {
      writeBackupNote(context.options.data, { at: head.at, file });
    }
    const { at, keyFiles, keys, publicKeys } = head;
    const holds = { hasKeys: keys !== undefined, hasPublicKeys: publicKeys !== undefined };
    return { ...written, file, at, engine, keyFiles, ...holds };
  } finally {
    progress.end();
    await record.source.close();
  }
}

async function headOf(
  context: RunContext,
  { source, engine, secrets }: OpenRecord,
  { deploymentKey, passphrase }: BackupInput,
): Promise<ArchiveHead> {
  const key = secrets === undefined ? undefined : deploymentKeyOf(context, deploymentKey);
  const keys =
    secrets === undefined
      ? keysOfFolder(context.options.data)
      : key === undefined
        ? {}
        : await keysOfSecrets(secrets, key);
  if (passphrase !== undefined && secrets !== undefined && key === undefined)
    throw noDeploymentKey();
  const ring = parseKeyRing(keys.signingKeys ?? "");
  return {
    ...{ format: ARCHIVE_FORMAT, formatVersion: ARCHIVE_VERSION, earshot: VERSION, engine },
    at: new Date().toISOString(),
    migrations: source.migrations,
    tables: source.tables,
    keyFiles: engine === "postgres" ? ["deployment.key"] : filesOf(keys),
    ...(ring === undefined ? {} : { publicKeys: publicKeysOf(ring) }),
    ...(passphrase === undefined ? {} : { keys: sealKeys(carried(keys, engine), passphrase) }),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

function filesOf({ signingKeys, vault }: BackupKeys): readonly string[] {
  const signing = signingKeys === undefined ? [] : ["signing-keys.json"];
  return vault === undefined ? signing : [...signing, "vault.key"];
}

/** Of a PostgreSQL the deployment key opens all others, which are in the backup as they are stored. */
function carried(keys: BackupKeys, engine: OpenRecord["engine"]): BackupKeys {
  const { deploymentKey } = keys;
  return engine === "sqlite" || deploymentKey === undefined ? keys : { deploymentKey };
}

function noDeploymentKey(): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    "There is no deployment key in this data folder, so the keys cannot go into the backup. Name it with --deployment-key FILE, or the data folder of a node with --data.",
  );
}
