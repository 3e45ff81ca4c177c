import { parentPort, workerData } from "node:worker_threads";
import { type AuditJob, type AuditSource, runAudit } from "../audit-jobs.ts";
import { LOG_PAGE } from "../read-log.ts";
import { rowToLoggedEvent } from "../rows.ts";
import type { Row } from "../tables.ts";
import { openReader } from "./database.ts";

const READ = `select * from events
  where workspace = ? and seq > ? order by seq limit ${LOG_PAGE}`;

const { place, workspace } = workerData as AuditSource;
const read = openReader(place).prepare(READ);
const readPage = (after: number) =>
  (read.all(workspace, after) as unknown as Row<"events">[]).map(rowToLoggedEvent);

parentPort?.on("message", async (job: AuditJob) => {
  parentPort?.postMessage(await runAudit(readPage, job));
});
