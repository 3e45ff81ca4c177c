import { parentPort, workerData } from "node:worker_threads";
import { createJobs } from "../inbox-jobs.ts";
import { assumedBusy, createRest } from "../rests.ts";
import { createInboxScans } from "./inbox-scans.ts";
import { openReading } from "./open-reading.ts";

const scans = createInboxScans(openReading(workerData as string, "inbox"), undefined, () =>
  createRest(assumedBusy),
);
const take = createJobs(scans, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
