import { flushCompileCache } from "node:module";
import { type ServerOptions, startServer } from "../../src/compose.ts";
import type { CommitPoint } from "../../src/store/sqlite/committer.ts";

/** Beside the data folder; what can go from one process to another. */
export type FurtherOptions = Pick<ServerOptions, "postgres" | "maxHoldMs">;

/** What a server process of the tests is told by the process that forked it. */
export type Order =
  | {
      readonly order: "start";
      readonly dataFolder: string;
      readonly options?: FurtherOptions | undefined;
    }
  /** End yourself by SIGKILL when this point is reached for the `count`-th time from now. */
  | { readonly order: "die"; readonly at: CommitPoint; readonly count: number };

/** What it says in return. */
export type Report =
  | { readonly report: "loaded"; readonly pid: number }
  | { readonly report: "listening"; readonly url: string };

/**
 * Loads Earshot, waits for the order to start, and serves until it is killed. It loads beforehand
 * because that takes ten times as long as the start itself, and a harness that restarts thousands of
 * times keeps the next process ready.
 */
export function serveWhenTold(): void {
  // What Node keeps of compiled code it writes at exit, which a killed process never reaches.
  flushCompileCache();
  const points = { at: undefined as CommitPoint | undefined, left: 0 };

  function onCommitPoint(point: CommitPoint): void {
    if (point !== points.at) return;
    points.left -= 1;
    if (points.left === 0) process.kill(process.pid, "SIGKILL");
  }

  async function obey(order: Order): Promise<void> {
    if (order.order === "die") {
      points.at = order.at;
      points.left = order.count;
      return;
    }
    const { dataFolder, options } = order;
    const { url, stopped } = await startServer({ dataFolder, port: 0, onCommitPoint, ...options });
    tell({ report: "listening", url });
    await stopped;
    process.exit();
  }

  process.on("message", (order) => void obey(order as Order));
  // Nobody is left who could end this process.
  process.on("disconnect", () => process.exit());
  tell({ report: "loaded", pid: process.pid });
}

function tell(report: Report): void {
  process.send?.(report);
}
