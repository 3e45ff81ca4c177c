import type { JobNews } from "../threads/job-thread.ts";
import type { GraphReads } from "./graph-reads.ts";

type ReadName = keyof GraphReads;

/** One read that a thread is asked for. */
export interface GraphJob {
  readonly read: ReadName;
  readonly args: readonly unknown[];
}

/** Reads that are done wherever `run` has them done. */
export function jobReads(run: (job: GraphJob) => Promise<unknown>): GraphReads {
  const read = <Name extends ReadName>(name: Name) =>
    (async (...args: readonly unknown[]) => await run({ read: name, args })) as GraphReads[Name];
  return {
    node: read("node"),
    edges: read("edges"),
    ancestors: read("ancestors"),
    descendants: read("descendants"),
    path: read("path"),
    whole: read("whole"),
  };
}

/** Takes up jobs and tells of each when it is done, one after the other. */
export function createGraphJobs(reads: GraphReads, tell: (news: JobNews) => void) {
  let last = Promise.resolve();
  return ({ read, args }: GraphJob): void => {
    const call = reads[read] as (...args: readonly unknown[]) => Promise<unknown>;
    last = last
      .then(() => call(...args))
      .then(
        (result) => tell({ result }),
        (error) => tell({ failure: error instanceof Error ? error.message : String(error) }),
      );
  };
}
