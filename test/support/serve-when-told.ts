import { flushCompileCache } from "node:module";
import { startServer } from "../../src/compose/compose.ts";
import type { ServerOptions } from "../../src/compose/server.ts";
import type { HubPoint } from "../../src/core/hub/dispatch/hub-point.ts";
import type { CommitPoint } from "../../src/ports/store/store.ts";

/** Beside the data folder; what can go from one process to another. */
export type FurtherOptions = Pick<ServerOptions, "postgres" | "maxHoldMs" | "sessionLeaseMs">;

/** The points where a server process of the tests can kill itself. */
export type DeathPoint = CommitPoint | HubPoint;

/** The orders that a server process of the tests gets from the process that forked it. */
export type Order =
  | {
      readonly order: "start";
      readonly dataFolder: string;
      readonly options?: FurtherOptions | undefined;
    }
  /** End yourself by SIGKILL when this point is reached for the `count`-th time from now. */
  | { readonly order: "die"; readonly at: DeathPoint; readonly count: number };

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
  // Node writes its compile cache at exit, which a killed process never reaches.
  flushCompileCache();
  const death = { at: undefined as DeathPoint | undefined, left: 0 };

  function onPoint(point: DeathPoint): void {
    if (point !== death.at) return;
    death.left -= 1;
    if (death.left === 0) process.kill(process.pid, "SIGKILL");
  }

  async function obey(order: Order): Promise<void> {
    if (order.order === "die") {
      death.at = order.at;
      death.left = order.count;
      return;
    }
    const { dataFolder, options } = order;
    const points = { onCommitPoint: onPoint, onHubPoint: onPoint };
    // The tests are about what becomes of a crowd's requests, not about how many are allowed.
    const maxOpen = Number.MAX_SAFE_INTEGER;
    const { url, stopped } = await startServer({
      dataFolder,
      port: 0,
      maxOpen,
      ...points,
      ...options,
    });
    tell({ report: "listening", url });
    await stopped;
    process.exit();
  }

  process.on("message", (order) => void obey(order as Order));
  // The parent is gone, so nobody could end this process.
  process.on("disconnect", () => process.exit());
  tell({ report: "loaded", pid: process.pid });
}

function tell(report: Report): void {
  process.send?.(report);
}
