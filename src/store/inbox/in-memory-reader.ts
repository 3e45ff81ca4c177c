import type { DatabaseSync } from "node:sqlite";
import type { InboxReader } from "../../ports/store/inbox-reader.ts";
import { createInboxScans } from "./sqlite-scans.ts";

/**
 * Reads on the store's own connection: for a database in memory, which no other thread can open.
 * `most`: so many requests one read looks at.
 */
export function createDirectInboxReader(database: DatabaseSync, most?: number): InboxReader {
  const scans = createInboxScans(database, most);
  return {
    search: async (input) => scans.search(input),
    similar: async (input) => scans.similar(input),
    insights: async (input) => scans.insights(input),
    close: async () => {},
  };
}
