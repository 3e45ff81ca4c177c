import type { AuditReader } from "../../ports/earshot/audit.ts";
import { workerFile } from "../threads/worker-file.ts";
import { createThreadedAuditReader } from "./audit-thread.ts";

const WORKER = workerFile(import.meta.url, "postgres-log-worker");

/** Reads logs in a thread with a connection of its own to the database at `url`. */
export function createAuditReader(url: string): AuditReader {
  return createThreadedAuditReader(WORKER, url);
}
