import type { RequestId } from "../../domain/id.ts";
import type { ActionProof } from "../../domain/log/action-proof.ts";
import type { AuditReport, ExportedEvent } from "../../ports/earshot/audit.ts";
import type { RunReads } from "../record-check/readings.ts";
import type { Ground } from "../record-check/row-facts.ts";
import type { Rest } from "../threads/rests.ts";
import { proveAction } from "./prove-action.ts";
import { proveEvent } from "./prove-event.ts";
import { readExport, verifyLog } from "./read-log.ts";

/** The start data of a thread that reads a log. */
export interface AuditSource {
  /** The place of the log, in the form that the thread's file needs. */
  readonly place: string;
  readonly workspace: string;
}

/** How a thread reads: pages as of one moment each, with rests between. */
export interface Runner {
  readonly run: RunReads;
  /** Of one job. */
  rest(): Promise<Rest>;
}

/** Jobs come one at a time; the thread answers each with one message. */
export type AuditJob =
  | { readonly verify: string | null }
  | { readonly exportAfter: number }
  | { readonly prove: number }
  | { readonly proveAction: RequestId };

/** Rests after each page, so that calls are served as usual. */
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
    hashes,
  }: {
    readonly job: AuditJob;
    readonly workspace: string;
    readonly hashes: Pick<Ground, "digest" | "statements">;
  },
): Promise<AuditReport | ActionProof | ExportedEvent | readonly ExportedEvent[]> {
  if ("verify" in job) {
    return await verifyLog(withRests(run, await rest()), {
      workspace,
      noted: job.verify ?? undefined,
      hashes,
    });
  }
  if ("prove" in job) {
    return await proveEvent(withRests(run, await rest()), { workspace, seq: job.prove });
  }
  if ("proveAction" in job) {
    const proved = { workspace, request: job.proveAction, digest: hashes.digest };
    return await proveAction(withRests(run, await rest()), proved);
  }
  return await readExport(run, { workspace, after: job.exportAfter });
}
