import type { AuditReader } from "../../ports/earshot/audit.ts";
import { workerFile } from "../threads/worker-file.ts";
import { createThreadedAuditReader } from "./audit-thread.ts";

const WORKER = workerFile(import.meta.url, "sqlite-log-worker");

/** Reads logs in a thread with a connection of its own to the file at `path`. */
export function createAuditReader(path: string): AuditReader {
  return createThreadedAuditReader(WORKER, path);
}
