import type { RunningServer } from "../../compose.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { readServerInfo } from "../../system/data-folder.ts";
import { endServer, isServed } from "../end-server.ts";
import type { RunContext } from "../run-context.ts";

/** Each time a client was faster to start another. */
const MOST = 5;

/**
 * Starts a server, in the place of one that a client had started meanwhile: that one has no address,
 * policy or agents that anybody chose, and must not lock out the one that has. Whoever waits there is
 * told `pending`, and goes on here.
 */
export async function replacingStandIn(
  context: RunContext,
  start: () => Promise<RunningServer>,
): Promise<RunningServer> {
  const { output, options } = context;
  for (let replaced = 0; ; replaced++) {
    try {
      return await start();
    } catch (error) {
      const info = readServerInfo(options.data);
      const isStandIn = info?.isStandIn === true && isServed(options.data);
      const isTaken = isEarshotError(error, "ALREADY_RUNNING") && error.details?.["folder"];
      if (!isTaken || !isStandIn || replaced === MOST) throw error;
      output.note(`The server that a client had started here (process ${info.pid}) gives way.`);
      await endServer(context);
    }
  }
}
