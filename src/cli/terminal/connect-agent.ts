import type { EarshotClient } from "../../client/client.ts";
import { connect } from "./connect.ts";
import { ensureServer } from "./ensure-server.ts";
import type { RunContext } from "./run-context.ts";

/**
 * The agent whose key it is, through the server of the data folder. A server that has gone is found
 * or started again while the call that missed it keeps trying.
 */
export async function connectAgent(context: RunContext): Promise<EarshotClient> {
  const { environment, options, output } = context;
  await ensureServer(context);
  let isLooking = false;

  function look(): void {
    if (isLooking) return;
    isLooking = true;
    ensureServer(context)
      .catch((error: unknown) => output.error(error))
      .finally(() => {
        isLooking = false;
      });
  }

  return connect({ dataFolder: options.data, environment, as: "agent", onRetry: look });
}
