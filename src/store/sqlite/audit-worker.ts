import { parentPort, workerData } from "node:worker_threads";
import { exportPage, LOG_PAGE, verifyLog } from "../read-log.ts";
import { rowToLoggedEvent } from "../rows.ts";
import type { Row } from "../tables.ts";
import { openReader } from "./database.ts";

/** What the thread is started with. */
export interface AuditSource {
  readonly path: string;
  readonly workspace: string;
}

/** What it is asked, one at a time; it answers each with one message. */
export type AuditJob = { readonly verify: string | null } | { readonly exportAfter: number };

const READ = `select * from events
  where workspace = ? and seq > ? order by seq limit ${LOG_PAGE}`;

const { path, workspace } = workerData as AuditSource;
const read = openReader(path).prepare(READ);
const readPage = (after: number) =>
  (read.all(workspace, after) as unknown as Row<"events">[]).map(rowToLoggedEvent);

parentPort?.on("message", async (job: AuditJob) => {
  const result =
    "verify" in job
      ? await verifyLog(readPage, job.verify ?? undefined)
      : exportPage(readPage(job.exportAfter));
  parentPort?.postMessage(result);
});
