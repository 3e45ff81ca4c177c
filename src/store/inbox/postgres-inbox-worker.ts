import { parentPort, workerData } from "node:worker_threads";
import { openReading } from "../postgres/open-reading.ts";
import { assumedBusy, createRest } from "../threads/rests.ts";
import { createJobs } from "./inbox-jobs.ts";
import { createInboxScans } from "./postgres-scans.ts";

const scans = createInboxScans(openReading(workerData as string, "inbox"), undefined, () =>
  createRest(assumedBusy),
);
const take = createJobs(scans, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
