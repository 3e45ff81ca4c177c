import { parentPort, workerData } from "node:worker_threads";
import { digest } from "../../system/digest.ts";
import type { PgValue } from "../postgres/database.ts";
import { named } from "../postgres/numbered-values.ts";
import { openReading } from "../postgres/open-reading.ts";
import type { ReadRows } from "../postgres/reading.ts";
import type { Ask, Reads, StoredRow } from "../record-check/readings.ts";
import { assumedBusy, createRest } from "../threads/rests.ts";
import { type AuditJob, type AuditSource, runAudit } from "./log-thread.ts";

const { place, workspace } = workerData as AuditSource;
const reading = openReading(place, "audit");

// A reading a page: what lies behind a page of the log never changes, rows are read with the events
// about them, and whoever exports may take their time.
const run = <T>(reads: Reads<T>) => reading.within(workspace, (read) => runWith(read, reads));

async function runWith<T>(read: ReadRows, reads: Reads<T>): Promise<T> {
  let step = reads.next();
  while (step.done !== true) step = reads.next(await answered(read, step.value));
  return step.value;
}

async function answered(read: ReadRows, { text, values }: Ask): Promise<readonly StoredRow[]> {
  let count = 0;
  const statement = named(text.replaceAll("?", () => `$v${count++}`));
  const given: Record<string, PgValue> = {};
  for (const [index, value] of values.entries()) given[`v${index}`] = value;
  return await read<StoredRow>(statement, given);
}

const rest = () => createRest(assumedBusy);

parentPort?.on("message", async (job: AuditJob) => {
  parentPort?.postMessage(await runAudit({ run, rest }, { job, workspace, digest }));
});
