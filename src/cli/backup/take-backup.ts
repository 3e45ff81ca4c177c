import { existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { VERSION } from "../../compose/version.ts";
import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveHead,
} from "../../store/transfer/archive-form.ts";
import { type NamedSecret, openPostgresSource } from "../../store/transfer/postgres-source.ts";
import type { Source } from "../../store/transfer/record.ts";
import { assertKnown, formOfThisVersion } from "../../store/transfer/same-form.ts";
import { openSqliteSource } from "../../store/transfer/sqlite-source.ts";
import { type Written, writeArchive } from "../../store/transfer/write-archive.ts";
import { newestBackup } from "../../system/backup-notes.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { parseKeyRing, publicKeysOf } from "../../system/signing-keys.ts";
import { postgresUrl } from "../terminal/postgres-url.ts";
import { createProgress } from "../terminal/progress.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { requireRecordInFolder } from "../terminal/store-mark.ts";
import { nextBackup, removeOld } from "./backup-folder.ts";
import { checkBackup } from "./check-backup.ts";
import { deploymentKeyOf, keysOfFolder, keysOfSecrets } from "./deployment-keys.ts";
import { type BackupKeys, sealKeys } from "./sealed-keys.ts";

export interface BackupInput {
  readonly file: string;
  readonly postgres?: string | undefined;
  readonly deploymentKey?: string | undefined;
  /** Puts the keys into the backup, encrypted with it. */
  readonly passphrase?: string | undefined;
}

export interface TakenBackup extends Written {
  readonly file: string;
  readonly at: string;
  readonly engine: OpenRecord["engine"];
  readonly keyFiles: readonly string[];
  readonly hasKeys: boolean;
  /** Whether it holds what proves its checkpoints. */
  readonly hasPublicKeys: boolean;
}

/** Writes the whole record, as it is at this moment, to one file while a server keeps running. */
export async function takeBackup(context: RunContext, input: BackupInput): Promise<TakenBackup> {
  const taken = await write(context, input);
  note(context, taken);
  return taken;
}

/** A backup in the series of its record, and the older ones it replaced. */
export interface KeptBackup extends TakenBackup {
  readonly removed: readonly string[];
}

/**
 * Takes a backup into a folder, reads it back to its end, and only then removes what is older than
 * the newest `keep`. If the check fails, its file is removed and nothing else is touched.
 */
export async function keepBackup(
  context: RunContext,
  {
    folder,
    keep,
    ...input
  }: Omit<BackupInput, "file"> & {
    readonly folder: string;
    /** If absent, all of them. */
    readonly keep?: number | undefined;
  },
): Promise<KeptBackup> {
  const taken = await write(context, { ...input, file: nextBackup(folder, new Date()) });
  const head = await proven(context, taken);
  note(context, taken);
  const { file } = taken;
  const removed = keep === undefined ? [] : await removeOld({ file, head }, { folder, keep });
  return { ...taken, removed };
}

/**
 * The head of what was written, read back to its end; a file that fails the check is removed again.
 */
async function proven(
  context: RunContext,
  { file, fingerprint }: TakenBackup,
): Promise<ArchiveHead> {
  try {
    const read = await checkBackup(context, file);
    if (read.fingerprint === fingerprint) return read.head;
    throw new EarshotError(
      "CONFLICT",
      `${file} is not what was written to it. It was removed, and no older backup was; see what else writes there.`,
      { details: { file } },
    );
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

function note({ options: { data } }: RunContext, { at, file }: TakenBackup): void {
  if (existsSync(data)) newestBackup.write(data, { at, file });
}

async function write(context: RunContext, input: BackupInput): Promise<TakenBackup> {
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
    format: ARCHIVE_FORMAT,
    formatVersion: ARCHIVE_VERSION,
    earshot: VERSION,
    engine,
    at: new Date().toISOString(),
    migrations: source.migrations,
    tables: source.tables,
    keyFiles: engine === "postgres" ? ["deployment.key"] : filesOf(keys),
    ...present({
      publicKeys: ring === undefined ? undefined : publicKeysOf(ring),
      keys: passphrase === undefined ? undefined : sealKeys(carried(keys, engine), passphrase),
      secrets,
    }),
  };
}

function filesOf({ signingKeys, vault }: BackupKeys): readonly string[] {
  const signing = signingKeys === undefined ? [] : ["signing-keys.json"];
  return vault === undefined ? signing : [...signing, "vault.key"];
}

/**
 * For PostgreSQL the deployment key opens all others, which are in the backup as they are stored.
 */
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

interface OpenRecord {
  readonly source: Source;
  readonly engine: "sqlite" | "postgres";
  /** For PostgreSQL: what nodes share, sealed by the deployment key. */
  readonly secrets?: readonly NamedSecret[];
}

/** The current record of the data folder, or of the database if one is named. */
async function openRecord(context: RunContext, given?: string): Promise<OpenRecord> {
  const url = postgresUrl(context, given);
  if (url !== undefined) {
    const source = await openPostgresSource(url);
    return { source, engine: "postgres", secrets: source.secrets };
  }
  const { database } = dataPaths(context.options.data);
  requireRecordInFolder(context.options.data);
  return { source: await openSqliteSource(database), engine: "sqlite" };
}
