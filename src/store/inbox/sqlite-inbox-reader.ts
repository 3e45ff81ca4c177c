import type { InboxReader } from "../../ports/store/inbox-reader.ts";
import { workerFile } from "../threads/worker-file.ts";
import { createThreadedInboxReader } from "./inbox-thread.ts";

const WORKER = workerFile(import.meta.url, "sqlite-inbox-worker");

/** Reads in a thread with a connection of its own to the file at `path`. */
export function createInboxReader(path: string): InboxReader {
  return createThreadedInboxReader(WORKER, path);
}
