import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { SealedHead } from "../../domain/log/chain-check.ts";
import { readCheckpoint } from "../../domain/log/checkpoint.ts";
import type { ArchiveHead, ArchiveManifest } from "../../store/transfer/archive-form.ts";
import { type CheckedLogs, createLogsCheck } from "../../store/transfer/check-logs.ts";
import { type Archive, assertLogs, openArchive } from "../../store/transfer/read-archive.ts";
import { assertSameForm, formOfThisVersion } from "../../store/transfer/same-form.ts";
import { createProof, type Prove } from "../../system/signer.ts";
import { parseKeys } from "../../system/signing-keys.ts";
import { createProgress } from "../terminal/progress.ts";
import type { RunContext } from "../terminal/run-context.ts";

export interface CheckedBackup extends CheckedLogs {
  readonly head: ArchiveHead;
  readonly manifest: ArchiveManifest;
  readonly fingerprint: string;
  /** For how many logs the newest checkpoint is signed by the server's keys. */
  readonly proven: number;
}

/**
 * Reads a backup to its end without writing anything: its digests, its logs and their checkpoints.
 * Also throws if this version could not restore it.
 */
export async function checkBackup(context: RunContext, file: string): Promise<CheckedBackup> {
  const archive = await openArchive(file);
  const progress = createProgress(context, "Checking");
  try {
    assertSameForm(archive, await formOfThisVersion());
    const logs = createLogsCheck();
    for (const table of archive.tables) {
      let rows = 0;
      for await (const page of archive.rows(table)) {
        logs.add(table, page);
        rows += page.length;
        progress.onProgress(table.name, rows);
      }
    }
    await archive.finish?.();
    const checked = logs.finish();
    assertLogs(archive.manifest(), checked);
    const proven = proveCheckpoints(checked, proofOf(archive.head));
    const { head } = archive;
    return {
      ...checked,
      head,
      manifest: archive.manifest(),
      fingerprint: archive.fingerprint(),
      proven,
    };
  } finally {
    progress.end();
    await archive.close();
  }
}

/** Undefined if the backup was written without the keys at hand. */
export function proofOf({ publicKeys }: Archive["head"]): Prove | undefined {
  if (publicKeys === undefined) return undefined;
  const keys = parseKeys(JSON.stringify(publicKeys));
  return keys === undefined ? undefined : createProof(keys);
}

/** How many are proven; throws if one is signed by none of the keys, or says something else. */
export function proveCheckpoints(
  { checkpoints }: Pick<CheckedLogs, "checkpoints">,
  prove: Prove | undefined,
): number {
  if (prove === undefined) return 0;
  for (const { workspace, seq, hash, token } of checkpoints) {
    const claims = readCheckpoint(prove("checkpoint", token) ?? {});
    const isSame = claims?.workspace === workspace && claims.seq === seq && claims.hash === hash;
    if (isSame) continue;
    throw new EarshotError(
      "INVALID_INPUT",
      `The newest checkpoint of ${workspace}, over event ${seq}, is not what this server's keys have signed: the log or the keys were changed. Nothing was written.`,
      { details: { workspace, seq } },
    );
  }
  return checkpoints.length;
}

/** What an anchor has sealed beyond the head of a log. */
export interface Beyond {
  readonly workspace: WorkspaceId;
  /** The newest event that the record has. */
  readonly restored: number;
  /** The newest event that the anchor has sealed. */
  readonly sealed: number;
}

/** Splits what an anchor says into what the logs must contain, and what it knows beyond them. */
export function beyondLogs(
  anchored: ReadonlyMap<WorkspaceId, readonly SealedHead[]>,
  { logs }: Pick<ArchiveManifest, "logs">,
): {
  readonly noted: ReadonlyMap<WorkspaceId, readonly SealedHead[]>;
  readonly beyond: readonly Beyond[];
} {
  const lastOf = new Map(logs.map(({ workspace, seq }) => [workspace, seq]));
  const noted = new Map<WorkspaceId, readonly SealedHead[]>();
  const beyond: Beyond[] = [];
  for (const [workspace, heads] of anchored) {
    const restored = lastOf.get(workspace) ?? 0;
    noted.set(
      workspace,
      heads.filter(({ seq }) => seq <= restored),
    );
    const sealed = heads.reduce((most, { seq }) => Math.max(most, seq), 0);
    if (sealed > restored) beyond.push({ workspace, restored, sealed });
  }
  return { noted, beyond };
}
