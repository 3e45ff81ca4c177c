import { parentPort, workerData } from "node:worker_threads";
import { digest } from "../../system/digest.ts";
import { statements } from "../../system/votes/statements.ts";
import type { RunReads } from "../record-check/readings.ts";
import { openReader, writesOfOthers } from "../sqlite/database.ts";
import { createRest } from "../threads/rests.ts";
import { type AuditJob, type AuditSource, runAudit } from "./log-thread.ts";
import { createReadsRunner } from "./sqlite-run-reads.ts";

const { place, workspace } = workerData as AuditSource;
const db = openReader(place);
const runAtOnce = createReadsRunner(db);

/** A server writes meanwhile, so only reads within one transaction are of one moment. */
const run: RunReads = async (reads) => {
  db.exec("begin");
  try {
    return runAtOnce(reads);
  } finally {
    db.exec("commit");
  }
};

const rest = () => createRest(writesOfOthers(db));

const hashes = { digest, statements };

parentPort?.on("message", async (job: AuditJob) => {
  parentPort?.postMessage(await runAudit({ run, rest }, { job, workspace, hashes }));
});
