import { parentPort, workerData } from "node:worker_threads";
import { Kysely, SqliteDialect } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { asKysely, openReader } from "../sqlite/database.ts";
import { createGraphJobs } from "./graph-jobs.ts";
import { createGraphReads } from "./graph-reads.ts";

const database = asKysely(openReader(workerData as string));
const reads = createGraphReads(new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }));
const take = createGraphJobs(reads, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
