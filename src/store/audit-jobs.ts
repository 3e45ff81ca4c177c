import type { AuditReport, ExportedEvent } from "../ports/earshot.ts";
import { readExport, verifyLog } from "./read-log.ts";
import type { RunReads } from "./record-check/readings.ts";
import type { Ground } from "./record-check/row-facts.ts";

/** What a thread that reads a log is started with. */
export interface AuditSource {
  /** Where the log is, as the thread's file understands it. */
  readonly place: string;
  readonly workspace: string;
}

/** What it is asked, one at a time; it answers each with one message. */
export type AuditJob = { readonly verify: string | null } | { readonly exportAfter: number };

export async function runAudit(
  run: RunReads,
  {
    job,
    workspace,
    digest,
  }: {
    readonly job: AuditJob;
    readonly workspace: string;
    readonly digest: Ground["digest"];
  },
): Promise<AuditReport | readonly ExportedEvent[]> {
  if ("verify" in job) {
    return await verifyLog(run, { workspace, noted: job.verify ?? undefined, digest });
  }
  return await readExport(run, { workspace, after: job.exportAfter });
}
