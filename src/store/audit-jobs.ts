import type { AuditReport, ExportedEvent } from "../ports/earshot.ts";
import { exportPage, type ReadPage, verifyLog } from "./read-log.ts";

/** What a thread that reads a log is started with. */
export interface AuditSource {
  /** Where the log is, as the thread's file understands it. */
  readonly place: string;
  readonly workspace: string;
}

/** What it is asked, one at a time; it answers each with one message. */
export type AuditJob = { readonly verify: string | null } | { readonly exportAfter: number };

export async function runAudit(
  readPage: ReadPage,
  job: AuditJob,
): Promise<AuditReport | readonly ExportedEvent[]> {
  if ("verify" in job) return await verifyLog(readPage, job.verify ?? undefined);
  return exportPage(await readPage(job.exportAfter));
}
