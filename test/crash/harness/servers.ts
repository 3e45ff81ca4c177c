import { launch, type ProcessOptions, type ServerProcess } from "../../support/server-process.ts";

/** Server processes that are loaded before they are needed. */
export interface Servers {
  /** The next process, loaded but not started. */
  next(): Promise<ServerProcess>;
  /** Ends all that have not been given out. */
  close(): Promise<void>;
}

/** Two, so that one can load during the short life of the other. */
const READY = 2;

export function createServers(options: ProcessOptions): Servers {
  const ready: Promise<ServerProcess>[] = [];

  function prepare(): void {
    const launched = launch(options);
    // Whoever takes it hears of the failure.
    launched.catch(() => {});
    ready.push(launched);
  }

  return {
    async next() {
      while (ready.length <= READY) prepare();
      return await (ready.shift() as Promise<ServerProcess>);
    },
    async close() {
      const left = await Promise.allSettled(ready);
      await Promise.all(
        left.map((one) => (one.status === "fulfilled" ? one.value.kill() : undefined)),
      );
    },
  };
}

/** Waits for a time, or until the server ends; whether it still lives then. */
export async function livesFor(
  server: Pick<ServerProcess, "exited">,
  ms: number,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, true);
  void server.exited.then(() => resolve(false));
  return await promise.finally(() => clearTimeout(timer));
}
