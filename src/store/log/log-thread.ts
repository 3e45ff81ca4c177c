import type { AuditReport, ExportedEvent } from "../../ports/earshot/audit.ts";
import type { RunReads } from "../record-check/readings.ts";
import type { Ground } from "../record-check/row-facts.ts";
import type { Rest } from "../threads/rests.ts";
import { readExport, verifyLog } from "./read-log.ts";

/** What a thread that reads a log is started with. */
export interface AuditSource {
  /** Where the log is, as the thread's file understands it. */
  readonly place: string;
  readonly workspace: string;
}

/** How a thread reads: pages that are each of one moment, with rests between. */
export interface Runner {
  readonly run: RunReads;
  /** Of one job. */
  rest(): Promise<Rest>;
}

/** What it is asked, one at a time; it answers each with one message. */
export type AuditJob = { readonly verify: string | null } | { readonly exportAfter: number };

/** Rests after each page, so that calls are served beside it as ever. */
function withRests(run: RunReads, rest: Rest): RunReads {
  return async (reads) => {
    await rest();
    return await run(reads);
  };
}

export async function runAudit(
  { run, rest }: Runner,
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
    return await verifyLog(withRests(run, await rest()), {
      workspace,
      noted: job.verify ?? undefined,
      digest,
    });
  }
  return await readExport(run, { workspace, after: job.exportAfter });
}
