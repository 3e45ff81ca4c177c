import type { RunningServer } from "../../compose/server.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { servingOf } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { endServer } from "./end-server.ts";

/** Each time a client was faster to start another stand-in. */
const MOST_REPLACED = 5;

/**
 * Starts a server in the place of one that a client had started meanwhile: that one has no address,
 * policy or agents that anybody chose, and must not lock out the one that has. Calls that wait there
 * end with `pending` and are picked up here.
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
      // What one has left that died says nothing of who has the folder now.
      const isStandIn = info?.isStandIn === true && isAlive(info.pid);
      if (!isFolderTaken || !isStandIn || replaced === MOST_REPLACED) throw error;
      output.note(`The server that a client had started here (process ${info.pid}) gives way.`);
      await endServer(context).catch((failure: unknown) => {
        // One that has ended by itself meanwhile is as good.
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
