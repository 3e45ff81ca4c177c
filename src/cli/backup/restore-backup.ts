import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { SealedHead } from "../../domain/log/chain-check.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { ArchiveHead } from "../../store/transfer/archive-form.ts";
import { type Copied, copyRecord } from "../../store/transfer/copy-record.ts";
import { openPostgresTarget } from "../../store/transfer/postgres-target.ts";
import { assertLogs, openArchive } from "../../store/transfer/read-archive.ts";
import type { Target } from "../../store/transfer/record.ts";
import { type Settled, settleRestored } from "../../store/transfer/settle-restored.ts";
import { openSqliteTarget } from "../../store/transfer/sqlite-target.ts";
import { systemClock } from "../../system/clock.ts";
import {
  dataPaths,
  readKeyFile,
  readStoreMark,
  takeDataFolder,
  writeStoreMark,
} from "../../system/data-folder.ts";
import { notePlace } from "../../system/folder-place.ts";
import { createIds } from "../../system/ids.ts";
import { createProof, type Prove } from "../../system/signer.ts";
import { parseKeyRing } from "../../system/signing-keys.ts";
import { anchorSigner } from "../log/known-deployment.ts";
import { readPublicKeys } from "../log/public-keys.ts";
import { readAnchor } from "../log/read-anchor.ts";
import type { PostgresAddress } from "../terminal/postgres-url.ts";
import { createProgress } from "../terminal/progress.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { type Beyond, beyondLogs, checkBackup, proofOf, proveCheckpoints } from "./check-backup.ts";
import {
  assertKeys,
  type KeysInput,
  restoredKeys,
  writeDeploymentKey,
  writeKeys,
} from "./restored-keys.ts";
import { sealSecrets } from "./seal-secrets.ts";
import type { BackupKeys } from "./sealed-keys.ts";

export interface RestoreInput extends KeysInput {
  readonly file: string;
  /** Absent for a record in the data folder. */
  readonly postgres?: PostgresAddress | undefined;
  readonly anchor?: string | undefined;
  /** A JWK Set for the anchor, if the backup holds no public keys. */
  readonly publicKeys?: string | undefined;
}

export interface Restored extends Omit<Settled, "heads"> {
  readonly head: ArchiveHead;
  readonly copied: Copied;
  readonly proven: number;
  /**
   * Logs of which the anchor has sealed more than the backup holds; undefined without an anchor.
   */
  readonly beyond?: readonly Beyond[];
  readonly anchorFaults: readonly string[];
  /** Files to bring along, without which the record cannot be proved or opened. */
  readonly missing: readonly string[];
  /** Whether the folder has an operator's key, with which commands sign in. */
  readonly hasOperatorKey: boolean;
}

/**
 * Restores a backup into an empty store, whole or not at all. It is first checked to its end, then
 * written, read back, and made safe to continue from.
 */
export async function restoreBackup(context: RunContext, input: RestoreInput): Promise<Restored> {
  const checked = await checkBackup(context, input.file);
  const { head, manifest } = checked;
  const keys = await restoredKeys(context, head, input);
  const ring = parseKeyRing(keys.signingKeys ?? "");
  const own = ring === undefined ? undefined : createProof(ring);
  const proven = head.publicKeys === undefined ? proveCheckpoints(checked, own) : checked.proven;
  const anchored = await anchorOf(context, input, own ?? proofOf(head));
  const { noted, beyond } = beyondLogs(anchored.heads, manifest);
  assertKeys(head, keys, input.postgres === undefined ? "sqlite" : "postgres");
  const folder = takeDataFolder(context.options.data);
  try {
    assertStartable(folder.paths.root, input.postgres);
    const done = await write(context, input, { head, noted, keys });
    if (input.postgres !== undefined) noteWhere(folder.paths.root, input.postgres);
    // What might be used twice is void in it.
    else notePlace(folder.paths);
    return {
      ...done,
      head,
      proven,
      anchorFaults: anchored.faults,
      ...present({ beyond: input.anchor === undefined ? undefined : beyond }),
      missing: missingFiles(context.options.data, head, input),
      hasOperatorKey: readKeyFile(context.options.data, "operator") !== undefined,
    };
  } finally {
    folder.release();
  }
}

/** Throws if no server would start on what is restored here. */
function assertStartable(root: string, postgres: PostgresAddress | undefined): void {
  const mark = readStoreMark(root);
  if (postgres === undefined && mark !== undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${root} is the folder of a node over PostgreSQL at ${mark.place}, and no server would start on a record in it. Nothing was written; name a new folder with --data, or an empty database with --postgres.`,
      { details: { folder: root, place: mark.place } },
    );
  }
  const isOwn = mark === undefined || mark.isMoving === true;
  if (postgres === undefined || !isOwn || !existsSync(dataPaths(root).database)) return;
  const { place, from } = postgres;
  throw new EarshotError(
    "INVALID_INPUT",
    `${root} holds a record of its own, so no node would start in it over ${place}, which ${from} names. Nothing was written; name a new folder with --data. For a record in a folder, restore without ${from}.`,
    { details: { folder: root, place } },
  );
}

/**
 * So that each command says where the record is, and no server begins another one in the folder.
 */
function noteWhere(root: string, { place }: PostgresAddress): void {
  writeStoreMark(root, { ...readStoreMark(root), store: "postgres", place });
}

/** `known` proves it, if no other public keys are given. */
async function anchorOf(context: RunContext, input: RestoreInput, known: Prove | undefined) {
  if (input.anchor === undefined)
    return { heads: new Map<WorkspaceId, SealedHead[]>(), faults: [] };
  const { data } = context.options;
  const { anchor, publicKeys } = input;
  if (publicKeys !== undefined) return await readAnchor(anchor, anchorSigner(data, publicKeys));
  // What is in the folder may be of another deployment than what is restored into it.
  const prove = known ?? createProof(readPublicKeys(data, undefined));
  return await readAnchor(anchor, { prove, deployment: undefined });
}

type Filled = Pick<Restored, "copied" | "voided" | "ended">;

interface Writing {
  readonly head: ArchiveHead;
  readonly noted: ReadonlyMap<WorkspaceId, readonly SealedHead[]>;
  readonly keys: BackupKeys;
}

async function write(
  context: RunContext,
  { file, postgres, deploymentKey }: RestoreInput,
  { head, noted, keys }: Writing,
): Promise<Filled> {
  const { data } = context.options;
  if (postgres === undefined) {
    const target = await openSqliteTarget(dataPaths(data).database, systemClock.now());
    return await fill(context, { file, head, noted, target }, async () => writeKeys(data, keys));
  }
  const { url, place, from } = postgres;
  const named = `at ${place}, which ${from} names,`;
  const target = await openPostgresTarget(url, { now: systemClock.now(), named });
  return await fill(context, { file, head, noted, target }, async () => {
    if (head.secrets !== undefined) {
      await target.putSecrets(head.secrets);
      writeDeploymentKey(data, keys);
      return;
    }
    const given = deploymentKey ?? context.environment.deploymentKey;
    const places = { path: dataPaths(data).deploymentKey, given };
    await target.putSecrets(await sealSecrets(keys, places));
  });
}

interface Filling extends Pick<Writing, "head" | "noted"> {
  readonly file: string;
  readonly target: Target;
}

/** The keys are on disk before the record: a server that finds none would make new ones. */
async function fill(
  context: RunContext,
  { file, head, noted, target }: Filling,
  putKeys: () => Promise<void>,
): Promise<Filled> {
  const archive = await openArchive(file);
  const progress = createProgress(context, "Restoring");
  try {
    if (!isDeepStrictEqual(archive.head, head)) throw exchanged(file);
    const copied = await copyRecord(archive, target, { onProgress: progress.onProgress, noted });
    assertLogs(archive.manifest(), copied);
    const ids = createIds(systemClock);
    const { heads, ...settled } = await settleRestored(target, {
      // Never before what the backup knows: the event is where the time of the next start begins.
      at: toTimestamp(Math.max(systemClock.now(), toMs(head.at))),
      heads: copied.heads,
      nextGrantId: () => ids.next("grt"),
    });
    await putKeys();
    await target.commit(heads);
    return { copied, ...settled };
  } finally {
    progress.end();
    await archive.close();
    await target.abandon();
  }
}

function missingFiles(
  folder: string,
  head: ArchiveHead,
  { postgres, deploymentKey }: RestoreInput,
): readonly string[] {
  const { root, deploymentKey: path } = dataPaths(folder);
  if (postgres !== undefined) {
    return existsSync(path) || deploymentKey !== undefined ? [] : ["deployment.key"];
  }
  const files = head.engine === "sqlite" ? head.keyFiles : [];
  return files.filter((file) => !existsSync(join(root, file)));
}

function exchanged(file: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `${file} was exchanged while it was read. Nothing was written; restore again.`,
    { details: { file } },
  );
}
