import { hash } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { SealedHead } from "../../domain/log/chain-check.ts";
import { type CheckedLogs, createLogsCheck } from "./check-logs.ts";
import type { OnProgress, Source, Target } from "./record.ts";
import { assertSameForm } from "./same-form.ts";
import { rowText } from "./table-shape.ts";

export interface CopyOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Heads that the logs must contain. */
  readonly noted?: ReadonlyMap<WorkspaceId, readonly SealedHead[]> | undefined;
}

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  readonly digest: string;
}

export interface Copied extends CheckedLogs {
  readonly tables: readonly CopiedTable[];
}

/**
 * Writes a whole record to an empty store, checks the logs on the way, and reads everything back. The
 * caller commits; after a throw, nothing is stored.
 */
export async function copyRecord(
  source: Source,
  target: Target,
  { onProgress, noted }: CopyOptions = {},
): Promise<Copied> {
  assertSameForm(source, target);
  const logs = createLogsCheck(noted);
  const tables: CopiedTable[] = [];
  for (const table of source.tables) {
    const digest = createRowDigest();
    for await (const rows of source.rows(table)) {
      logs.add(table, rows);
      await target.insert(table, rows);
      for (const row of rows) digest.add(rowText(row));
      onProgress?.(table.name, digest.rows);
    }
    tables.push({ name: table.name, rows: digest.rows, digest: digest.value() });
  }
  await source.finish?.();
  const checked = logs.finish();
  for (const copied of tables) await assertCopied(source, target, copied);
  return { ...checked, tables };
}

async function assertCopied(source: Source, target: Target, copied: CopiedTable): Promise<void> {
  const table = source.tables.find(({ name }) => name === copied.name);
  if (table === undefined) return;
  const digest = createRowDigest();
  for await (const rows of target.rows(table)) for (const row of rows) digest.add(rowText(row));
  if (digest.rows === copied.rows && digest.value() === copied.digest) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `The table ${copied.name} reads back otherwise than it was written: ${digest.rows} rows of ${copied.rows}. Nothing was kept; try again, and look at the disk where it happens again.`,
    { details: { table: copied.name } },
  );
}

const MODULUS = 2n ** 256n;

/** Adds up rows, in any order. */
export interface RowDigest {
  add(text: string): void;
  readonly rows: number;
  /** Hexadecimal; the same for the same rows. */
  value(): string;
}

/*
 * The engines may order rare text differently, so the comparison does not depend on order. It adds up
 * the hashes of the rows, and a row that occurs twice counts twice.
 */
function createRowDigest(): RowDigest {
  let sum = 0n;
  let rows = 0;
  return {
    add(text) {
      sum = (sum + BigInt(`0x${hash("sha256", text)}`)) % MODULUS;
      rows += 1;
    },
    get rows() {
      return rows;
    },
    value: () => sum.toString(16).padStart(64, "0"),
  };
}
