import { parentPort, workerData } from "node:worker_threads";
import { Kysely, SqliteDialect } from "kysely";
import { createGraphJobs } from "../graph/graph-jobs.ts";
import { createGraphReads } from "../graph/graph-reads.ts";
import type { Tables } from "../tables.ts";
import { asKysely, openReader } from "./database.ts";

const database = asKysely(openReader(workerData as string));
const reads = createGraphReads(new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }));
const take = createGraphJobs(reads, (news) => parentPort?.postMessage(news));

parentPort?.on("message", take);
