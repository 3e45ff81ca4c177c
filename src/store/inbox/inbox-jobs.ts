import type { InboxReader } from "../../ports/store/inbox-reader.ts";
import type { JobNews } from "../threads/job-thread.ts";

/** What a thread of the inbox does. */
export type ScanName = Exclude<keyof InboxReader, "close">;

/** One thing that the thread is asked; it answers each with one message, in their order. */
export type InboxJob = {
  [Name in ScanName]: {
    readonly scan: Name;
    readonly input: Parameters<InboxReader[Name]>[0];
  };
}[ScanName];

/** The same reads in the thread that calls; each looks at many rows. */
export type InboxScans = {
  [Name in ScanName]: (
    input: Parameters<InboxReader[Name]>[0],
  ) => Awaited<ReturnType<InboxReader[Name]>> | ReturnType<InboxReader[Name]>;
};

/** Takes up jobs and tells of each when it is done, one after the other. */
export function createJobs(scans: InboxScans, tell: (news: JobNews) => void) {
  let last = Promise.resolve();
  return (job: InboxJob): void => {
    last = last
      .then(() => run(scans, job))
      .then(
        (result) => tell({ result }),
        (error) => tell({ failure: error instanceof Error ? error.message : String(error) }),
      );
  };
}

async function run(scans: InboxScans, job: InboxJob): Promise<unknown> {
  switch (job.scan) {
    case "search":
      return await scans.search(job.input);
    case "similar":
      return await scans.similar(job.input);
    case "insights":
      return await scans.insights(job.input);
  }
}
