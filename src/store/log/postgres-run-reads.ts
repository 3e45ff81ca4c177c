import type { PgValue } from "../postgres/database.ts";
import { named } from "../postgres/numbered-values.ts";
import type { Reading, ReadRows } from "../postgres/reading.ts";
import type { Ask, Reads, RunReads, StoredRow } from "../record-check/readings.ts";
import { EVENTS_BY_SUBJECT } from "../schema/dialect.ts";
import { postgresDialect } from "../schema/postgres-dialect.ts";

/**
 * Reads the record of a workspace, each page as of one moment. Past pages of the log never change, rows
 * are read with the events about them, and an export may take its time.
 */
export function createReadsRunner(reading: Reading, workspace: string): RunReads {
  return (reads) => reading.within(workspace, (read) => runWith(read, reads));
}

async function runWith<T>(read: ReadRows, reads: Reads<T>): Promise<T> {
  let step = reads.next();
  while (step.done !== true) step = reads.next(await answered(read, step.value));
  return step.value;
}

async function answered(read: ReadRows, { text, values }: Ask): Promise<readonly StoredRow[]> {
  let count = 0;
  const ofPostgres = text.replaceAll(EVENTS_BY_SUBJECT, postgresDialect.eventsBySubject);
  const statement = named(ofPostgres.replaceAll("?", () => `$v${count++}`));
  const given: Record<string, PgValue> = {};
  for (const [index, value] of values.entries()) given[`v${index}`] = value;
  return await read<StoredRow>(statement, given);
}
