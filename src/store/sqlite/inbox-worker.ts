import { parentPort, workerData } from "node:worker_threads";
import { openReader } from "./database.ts";
import { createInboxScans, type InboxScans } from "./inbox-scans.ts";

/** One thing that the thread is asked; it answers each with one message, in their order. */
export type InboxJob = {
  [Scan in keyof InboxScans]: {
    readonly scan: Scan;
    readonly input: Parameters<InboxScans[Scan]>[0];
  };
}[keyof InboxScans];

/** What it says: what was found, or why nothing could be read. */
export type InboxNews = { readonly result: unknown } | { readonly failure: string };

const scans = createInboxScans(openReader(workerData as string));

function run(job: InboxJob): unknown {
  switch (job.scan) {
    case "search":
      return scans.search(job.input);
    case "similar":
      return scans.similar(job.input);
    case "insights":
      return scans.insights(job.input);
  }
}

parentPort?.on("message", (job: InboxJob) => {
  let news: InboxNews;
  try {
    news = { result: run(job) };
  } catch (error) {
    news = { failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(news);
});
