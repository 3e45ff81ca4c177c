import { parentPort, workerData } from "node:worker_threads";
import { digest } from "../../system/digest.ts";
import { statements } from "../../system/votes/statements.ts";
import { openReading } from "../postgres/open-reading.ts";
import { assumedBusy, createRest } from "../threads/rests.ts";
import { type AuditJob, type AuditSource, runAudit } from "./log-thread.ts";
import { createReadsRunner } from "./postgres-run-reads.ts";

const { place, workspace } = workerData as AuditSource;
const run = createReadsRunner(openReading(place, "audit"), workspace);
const rest = () => createRest(assumedBusy);

const hashes = { digest, statements };

parentPort?.on("message", async (job: AuditJob) => {
  parentPort?.postMessage(await runAudit({ run, rest }, { job, workspace, hashes }));
});
