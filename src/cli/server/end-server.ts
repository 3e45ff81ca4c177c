import { setTimeout as pause } from "node:timers/promises";
import { EarshotError } from "../../domain/errors.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import { connect } from "../terminal/connect.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** Longer than a server gives the calls under way. */
const PATIENCE_MS = 15_000;
const POLL_MS = 50;

/**
 * Stops the server of the data folder, and resolves when it has ended: its waits end with
 * `pending`.
 */
export async function endServer(context: RunContext): Promise<void> {
  const { root, lock } = dataPaths(context.options.data);
  // The server of this folder and no other, whatever nodes EARSHOT_URL lists.
  const environment = { ...context.environment, url: undefined };
  await connect({ dataFolder: root, environment, as: "operator" }).stop();
  const deadline = Date.now() + PATIENCE_MS;
  while (isLocked(lock)) {
    if (Date.now() > deadline) {
      throw new EarshotError("INTERNAL", `The server of ${root} has not ended within 15 s.`);
    }
    await pause(POLL_MS);
  }
}
