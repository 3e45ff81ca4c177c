import { parentPort, workerData } from "node:worker_threads";
import { openReader } from "../sqlite/database.ts";
import { sqliteKysely } from "../sqlite/kysely.ts";
import { createGraphJobs } from "./graph-jobs.ts";
import { createGraphReads } from "./graph-reads.ts";

const reads = createGraphReads(sqliteKysely(openReader(workerData as string)));
const take = createGraphJobs(reads, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
