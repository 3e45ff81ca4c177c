import { parentPort, workerData } from "node:worker_threads";
import { createJobs } from "../inbox-jobs.ts";
import { openReader } from "./database.ts";
import { createInboxScans } from "./inbox-scans.ts";

const scans = createInboxScans(openReader(workerData as string));
const take = createJobs(scans, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
