import type { DatabaseSync } from "node:sqlite";
import type { AuditReader } from "../../ports/earshot/audit.ts";
import { LOG_PAGE, type RunReads } from "../record-check/readings.ts";
import type { Ground } from "../record-check/row-facts.ts";
import { proveAction } from "./prove-action.ts";
import { proveEvent } from "./prove-event.ts";
import { readExport, verifyLog } from "./read-log.ts";
import { createReadsRunner } from "./sqlite-run-reads.ts";

/** Reads on the store's own connection: for a database in memory, which no other thread can open. */
export function createDirectAuditReader(
  database: DatabaseSync,
  hashes: Pick<Ground, "digest" | "statements">,
): AuditReader {
  const runAtOnce = createReadsRunner(database);
  const run: RunReads = async (reads) => runAtOnce(reads);
  return {
    verify: (workspace, noted) => verifyLog(run, { workspace, noted, hashes }),
    prove: (workspace, seq) => proveEvent(run, { workspace, seq }),
    proveAction: (workspace, request) =>
      proveAction(run, { workspace, request, digest: hashes.digest }),
    async *export(workspace, after) {
      for (let last = after; ; ) {
        const page = await readExport(run, { workspace, after: last });
        if (page.length > 0) yield page;
        if (page.length < LOG_PAGE) return;
        last = page.at(-1)?.event.seq ?? last;
      }
    },
  };
}
