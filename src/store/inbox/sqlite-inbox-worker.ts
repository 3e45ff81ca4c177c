import { parentPort, workerData } from "node:worker_threads";
import { openReader, writesOfOthers } from "../sqlite/database.ts";
import { createRest } from "../threads/rests.ts";
import { createJobs } from "./inbox-jobs.ts";
import { createInboxScans } from "./sqlite-scans.ts";

const db = openReader(workerData as string);
const scans = createInboxScans(db, undefined, () => createRest(writesOfOthers(db)));
const take = createJobs(scans, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
