import { parentPort, workerData } from "node:worker_threads";
import { isEarshotError } from "../../domain/errors.ts";
import type { RunId } from "../../domain/id.ts";
import { createRunsShelf, type RunsShelf } from "./runs-shelf.ts";

/** A job for the thread, one at a time; it answers each with one message. */
export type RunsJob =
  | { readonly type: "list"; readonly limit: number }
  | {
      readonly type: "show";
      readonly id: RunId;
      readonly after: number;
      readonly limit: number;
    }
  | { readonly type: "report"; readonly id: RunId };

export type RunsNews =
  | { readonly type: "done"; readonly result: unknown }
  | { readonly type: "tooLarge"; readonly message: string }
  | { readonly type: "failed"; readonly message: string };

const shelf = createRunsShelf(workerData as string);

function work(job: RunsJob): ReturnType<RunsShelf["list" | "show" | "report"]> {
  switch (job.type) {
    case "list":
      return shelf.list(job.limit);
    case "show":
      return shelf.show(job.id, job.after, job.limit);
    case "report":
      return shelf.report(job.id);
  }
}

function newsOf(job: RunsJob): RunsNews {
  try {
    return { type: "done", result: work(job) };
  } catch (error) {
    const { message } = error as Error;
    return { type: isEarshotError(error, "TOO_LARGE") ? "tooLarge" : "failed", message };
  }
}

parentPort?.on("message", (job: RunsJob) => parentPort?.postMessage(newsOf(job)));
