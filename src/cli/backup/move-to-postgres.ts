import { existsSync } from "node:fs";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import { isAlreadyMoved } from "../../store/transfer/already-moved.ts";
import { type Copied, copyRecord } from "../../store/transfer/copy-record.ts";
import { openPostgresTarget } from "../../store/transfer/postgres-target.ts";
import { openSqliteSource } from "../../store/transfer/sqlite-source.ts";
import {
  dataPaths,
  readStoreMark,
  removeStoreMark,
  takeDataFolder,
  writeStoreMark,
} from "../../system/data-folder.ts";
import { postgresPlace } from "../../system/postgres-url.ts";
import { createProof } from "../../system/signer.ts";
import { parseKeyRing } from "../../system/signing-keys.ts";
import { createProgress } from "../terminal/progress.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { halfMoved } from "../terminal/store-mark.ts";
import { proveCheckpoints } from "./check-backup.ts";
import { keysOfFolder } from "./deployment-keys.ts";
import { sealSecrets } from "./seal-secrets.ts";

export interface MoveInput {
  readonly url: string;
  readonly deploymentKey?: string | undefined;
}

export interface Move {
  readonly place: string;
  /** Absent if an earlier run had already moved it. */
  readonly copied?: Copied;
}

/**
 * Copies the record of a data folder, whose server must not run, into an empty database, and marks
 * the folder so that no server starts on the file again. The file itself is only read. Can be run
 * again after any interruption.
 */
export async function moveToPostgres(context: RunContext, input: MoveInput): Promise<Move> {
  const { data } = context.options;
  const { root, database } = dataPaths(data);
  const place = postgresPlace(input.url);
  if (!existsSync(database)) throw nothingToMove(root);
  const folder = takeDataFolder(data);
  try {
    const mark = readStoreMark(root);
    if (mark !== undefined && mark.place !== place) {
      throw mark.isMoving === true ? halfMoved(root, mark) : movedElsewhere(root, mark.place);
    }
    if (mark !== undefined && mark.isMoving !== true) return { place };
    const copied = await copyOrFind(context, { ...input, database, place });
    writeStoreMark(root, { store: "postgres", place });
    return { place, ...present({ copied }) };
  } finally {
    folder.release();
  }
}

interface Copying extends MoveInput {
  readonly database: string;
  readonly place: string;
}

/**
 * Undefined if the database already holds this record: an earlier run ended before it set its mark.
 */
async function copyOrFind(context: RunContext, copying: Copying): Promise<Copied | undefined> {
  try {
    return await copy(context, copying);
  } catch (error) {
    const isOccupied =
      isEarshotError(error, "INVALID_INPUT") && error.details?.["table"] !== undefined;
    if (isOccupied && (await isAlreadyMoved(copying.database, copying.url))) return undefined;
    throw error;
  }
}

async function copy(
  context: RunContext,
  { url, database, place, deploymentKey }: Copying,
): Promise<Copied> {
  const { options, environment } = context;
  const source = await openSqliteSource(database);
  const progress = createProgress(context, "Moving");
  try {
    const target = await openPostgresTarget(url, { now: Date.now(), named: `at ${place}` });
    try {
      // It is empty and locked: no earlier run has brought the record there, and none will.
      removeStoreMark(options.data);
      const keys = keysOfFolder(options.data);
      const copied = await copyRecord(source, target, { onProgress: progress.onProgress });
      const ring = parseKeyRing(keys.signingKeys ?? "");
      proveCheckpoints(copied, ring === undefined ? undefined : createProof(ring));
      const places = {
        path: dataPaths(options.data).deploymentKey,
        given: deploymentKey ?? environment.deploymentKey,
      };
      await target.putSecrets(await sealSecrets(keys, places));
      // A process killed during the commit cannot know its outcome: neither store may be started
      // until then.
      writeStoreMark(options.data, { store: "postgres", place, isMoving: true });
      await target.commit(copied.heads);
      return copied;
    } finally {
      await target.abandon();
    }
  } finally {
    progress.end();
    await source.close();
  }
}

function nothingToMove(root: string): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `There is no record in ${root}. Name the data folder of the server with --data.`,
    { details: { folder: root } },
  );
}

function movedElsewhere(root: string, place: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The record of ${root} was moved to PostgreSQL at ${place}. What stands in the folder is older than what is there: move from there, or with a backup.`,
    { details: { place } },
  );
}
