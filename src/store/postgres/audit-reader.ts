import type { AuditReader } from "../../ports/earshot/audit.ts";
import { createThreadedAuditReader } from "../audit-thread.ts";
import { workerFile } from "../worker-file.ts";

const WORKER = workerFile(import.meta.url, "postgres-audit-worker");

/** Reads logs in a thread with a connection of its own to the database at `url`. */
export function createAuditReader(url: string): AuditReader {
  return createThreadedAuditReader(WORKER, url);
}
