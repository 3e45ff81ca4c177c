import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import threads, { type WorkerOptions } from "node:worker_threads";
import { built } from "./built-programs.ts";

/*
 * A thread of ours starts from the bundle, as programs do: from the sources it would read a hundred modules
 * anew each time, which is as much work as the start of the thread itself.
 */
const SOURCES = new URL("../../src/", import.meta.url).href;

function builtThread(file: string | URL): string | URL {
  const { href } = new URL(file, "file:");
  const isOurs = href.startsWith(SOURCES) && href.endsWith("-worker.ts");
  return (isOurs ? built(basename(href, ".ts")) : undefined) ?? file;
}

threads.Worker = class Worker extends threads.Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    super(builtThread(file), options);
  }
};
syncBuiltinESMExports();
