import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { EarshotError, isErrorCode } from "../../domain/errors.ts";
import type { ActionProof } from "../../domain/log/action-proof.ts";
import { parseHead } from "../../domain/log/chain-check.ts";
import type { AuditReader, AuditReport, ExportedEvent } from "../../ports/earshot/audit.ts";
import { LOG_PAGE } from "../record-check/readings.ts";
import type { AuditJob, AuditSource } from "./log-thread.ts";

/** Reads logs in a thread with its own connection, so that the serving thread never waits. */
export function createThreadedAuditReader(file: URL, place: string): AuditReader {
  function start(workspace: string): Worker {
    return new Worker(file, { workerData: { place, workspace } satisfies AuditSource });
  }

  async function run<T>(worker: Worker, job: AuditJob): Promise<T> {
    worker.postMessage(job);
    try {
      // Rejects if the thread throws.
      const [result] = await once(worker, "message");
      return result as T;
    } catch (error) {
      throw errorOfThread(error);
    }
  }

  async function runOnce<T>(workspace: string, job: AuditJob): Promise<T> {
    const worker = start(workspace);
    try {
      return await run<T>(worker, job);
    } finally {
      await worker.terminate();
    }
  }

  return {
    async verify(workspace, head) {
      if (head !== undefined) parseHead(head);
      return await runOnce<AuditReport>(workspace, { verify: head ?? null });
    },
    prove: (workspace, seq) => runOnce<ExportedEvent>(workspace, { prove: seq }),
    proveAction: (workspace, request) => runOnce<ActionProof>(workspace, { proveAction: request }),
    async *export(workspace, after) {
      const worker = start(workspace);
      try {
        for (let last = after; ; ) {
          const page = await run<ExportedEvent[]>(worker, { exportAfter: last });
          if (page.length > 0) yield page;
          if (page.length < LOG_PAGE) return;
          last = page.at(-1)?.event.seq ?? last;
        }
      } finally {
        await worker.terminate();
      }
    },
  };
}

/** Restores the class of an EarshotError from a thread; other errors stay as they are. */
function errorOfThread(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "EarshotError" || !("code" in error))
    return error;
  return isErrorCode(error.code) ? new EarshotError(error.code, error.message) : error;
}
