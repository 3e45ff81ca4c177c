import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { faultText } from "../../domain/log/replay.ts";
import { present } from "../../domain/present.ts";
import type { AuditReport } from "../../ports/earshot/audit.ts";
import { createAuditReader } from "../../store/log/sqlite-log-reader.ts";
import { backupSchedule, lastDrill, newestBackup } from "../../system/backup-notes.ts";
import { dataPaths } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { namedIn } from "./backup-folder.ts";
import { inDrillFolder } from "./drill-folder.ts";
import { type Restored, restoreBackup } from "./restore-backup.ts";
import type { KeysInput } from "./restored-keys.ts";

export interface DrillInput extends KeysInput {
  readonly file: string;
}

export interface Drill {
  readonly file: string;
  /** ISO 8601: when it began. */
  readonly startedAt: string;
  readonly tookMs: number;
  readonly restored: Restored;
  /** Rows that were compared with the log. */
  readonly compared: number;
  readonly events: number;
}

/**
 * Restores a backup as after a loss, into a temporary folder, with what a restore needs and the
 * backup does not hold. Verifies log and record there, and notes the result in the data folder.
 */
export async function drill(context: RunContext, input: DrillInput): Promise<Drill> {
  const { data } = context.options;
  const file = resolve(input.file);
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const noted = (fault?: string) => {
    if (!existsSync(data)) return;
    const facts = { at: startedAt, file, tookMs: took() };
    lastDrill.write(data, fault === undefined ? facts : { ...facts, fault });
  };
  try {
    const held = await restoreAndVerify(context, { ...input, file });
    noted();
    return { file, startedAt, tookMs: took(), ...held };
  } catch (error) {
    noted((error as Error).message);
    throw error;
  }
}

async function restoreAndVerify(
  context: RunContext,
  { file, passphrase, deploymentKey }: DrillInput,
): Promise<Pick<Drill, "restored" | "compared" | "events">> {
  const { data } = context.options;
  const own = dataPaths(data);
  return await inDrillFolder(data, async (folder) => {
    const there = { ...context, options: { ...context.options, data: folder } };
    const key = deploymentKey ?? context.environment.deploymentKey ?? ownKey(own.deploymentKey);
    const restored = await restoreBackup(there, {
      file,
      passphrase,
      deploymentKey: key,
      ...present({ anchor: existsSync(own.anchor) ? own.anchor : undefined }),
    });
    return { restored, ...(await verify(dataPaths(folder).database, restored)) };
  });
}

function ownKey(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

async function verify(
  database: string,
  { copied }: Restored,
): Promise<Pick<Drill, "compared" | "events">> {
  const reader = createAuditReader(database);
  let compared = 0;
  let events = 0;
  for (const workspace of copied.heads.keys()) {
    const report = await reader.verify(workspace as WorkspaceId);
    if (!report.intact) throw broken(workspace, report);
    compared += report.record?.rows ?? 0;
    events += report.events;
  }
  return { compared, events };
}

function broken(workspace: string, { fault, record }: AuditReport): EarshotError {
  const first = record?.faults[0];
  const what = first === undefined ? (fault ?? "the log does not hold") : faultText(first);
  return new EarshotError(
    "CONFLICT",
    `What was restored of ${workspace} is not what its log says: ${what}. See whether the record is: npx earshot audit verify. Then take another backup.`,
    { details: { workspace } },
  );
}

/** The newest backup that this folder knows of, or the newest in the named folder. */
export function newestKnown(data: string, from: string | undefined): string {
  const schedule = backupSchedule.read(data);
  const note = newestBackup.read(data);
  const noted =
    from === undefined && note !== undefined && existsSync(note.file)
      ? [{ file: note.file, atMs: Date.parse(note.at) }]
      : [];
  const folder = from ?? schedule?.to;
  const kept = folder === undefined ? [] : namedIn(folder);
  const [newest] = [...noted, ...kept].sort((one, other) => other.atMs - one.atMs);
  if (newest !== undefined) return newest.file;
  throw new EarshotError(
    "NOT_FOUND",
    from === undefined
      ? `${dataPaths(data).root} knows of no backup. Name one, or the folder of some with --from; or take one: npx earshot backup FILE.`
      : `There is no backup in ${from} that npx earshot backup --to has made. Name a file instead.`,
  );
}
