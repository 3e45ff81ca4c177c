import type { InboxReader } from "../../ports/store/inbox-reader.ts";
import { workerFile } from "../threads/worker-file.ts";
import { createThreadedInboxReader } from "./inbox-thread.ts";

const WORKER = workerFile(import.meta.url, "postgres-inbox-worker");

/** Reads in a thread with a connection of its own to the database at `url`. */
export function createInboxReader(url: string): InboxReader {
  return createThreadedInboxReader(WORKER, url);
}
