import type { RunningServer } from "../../compose/server.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { servingOf } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { endServer } from "./end-server.ts";

/** How often a client may be faster to start another stand-in. */
const MOST_REPLACED = 5;

/**
 * Starts a server in place of one that a client had started in the meantime. That stand-in has no
 * address, policy or agents that anybody chose, and must not lock out the server that has. Calls
 * that wait there end with `pending` and are picked up here.
 */
export async function replacingStandIn(
  context: RunContext,
  starting: () => Promise<RunningServer>,
): Promise<RunningServer> {
  const { output, options } = context;
  for (let replaced = 0; ; replaced++) {
    try {
      return await starting();
    } catch (error) {
      const info = servingOf(options.data);
      const isFolderTaken = isEarshotError(error, "ALREADY_RUNNING") && error.details?.["folder"];
      // The mark of a dead server does not say who has the folder now.
      const isStandIn = info?.isStandIn === true && isAlive(info.pid);
      if (!isFolderTaken || !isStandIn || replaced === MOST_REPLACED) throw error;
      output.note(`The server that a client had started here (process ${info.pid}) gives way.`);
      await endServer(context).catch((failure: unknown) => {
        // One that has ended by itself in the meantime is just as good.
        if (servingOf(options.data) !== undefined) throw failure;
      });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
