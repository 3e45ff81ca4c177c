import { parentPort, workerData } from "node:worker_threads";
import { createJobs } from "../inbox-jobs.ts";
import { createRest } from "../rests.ts";
import { openReader, writesOfOthers } from "./database.ts";
import { createInboxScans } from "./inbox-scans.ts";

const db = openReader(workerData as string);
const scans = createInboxScans(db, undefined, () => createRest(writesOfOthers(db)));
const take = createJobs(scans, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
