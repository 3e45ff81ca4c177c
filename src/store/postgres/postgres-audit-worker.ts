import { parentPort, workerData } from "node:worker_threads";
import { type AuditJob, type AuditSource, runAudit } from "../audit-jobs.ts";
import { LOG_PAGE } from "../read-log.ts";
import { rowToLoggedEvent } from "../rows.ts";
import type { Row } from "../tables.ts";
import { named } from "./marks.ts";
import { openReading } from "./open-reading.ts";

const READ = named(`select * from events
  where workspace = $workspace and seq > $after order by seq limit ${LOG_PAGE}`);

const { place, workspace } = workerData as AuditSource;
const reading = openReading(place, "audit");
const readPage = async (after: number) => {
  // A reading a page: what lies behind a page never changes, and whoever exports may take their time.
  const rows = await reading.within(workspace, (read) =>
    read<Row<"events">>(READ, { workspace, after }),
  );
  return rows.map(rowToLoggedEvent);
};

parentPort?.on("message", async (job: AuditJob) => {
  parentPort?.postMessage(await runAudit(readPage, job));
});
