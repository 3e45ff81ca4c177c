import type { InboxReader } from "../../ports/store/inbox-reader.ts";
import { createJobThread } from "../threads/job-thread.ts";
import type { InboxJob, ScanName } from "./inbox-jobs.ts";

/**
 * Reads in a thread with a connection of its own: people search and open requests one after the other.
 */
export function createThreadedInboxReader(file: URL, workerData: unknown): InboxReader {
  const thread = createJobThread<InboxJob>({ file, workerData, what: "inbox" });

  async function run<Name extends ScanName>(
    scan: Name,
    input: Parameters<InboxReader[Name]>[0],
  ): Promise<Awaited<ReturnType<InboxReader[Name]>>> {
    const found = await thread.run({ scan, input } as InboxJob);
    return found as Awaited<ReturnType<InboxReader[Name]>>;
  }

  return {
    search: (input) => run("search", input),
    similar: (input) => run("similar", input),
    insights: (input) => run("insights", input),
    close: thread.close,
  };
}
