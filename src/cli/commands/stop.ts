import { setTimeout as pause } from "node:timers/promises";
import { EarshotError } from "../../domain/errors.ts";
import { dataPaths, readServerInfo } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import { addCommand, type CommandModule } from "../command.ts";
import { connect } from "../connect.ts";
import { EXIT_CODES } from "../exit-codes.ts";

/** Longer than a server gives the calls under way. */
const PATIENCE_MS = 15_000;
const POLL_MS = 50;

export const stop: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "stop",
      summary: "Stop the server of a data folder",
      more: "Waits end with pending and nothing is lost. Returns when the server has ended.",
      examples: ["npx earshot stop", "npx earshot stop --data /srv/earshot"],
    }),

  async run(context) {
    const { output, options } = context;
    const { root, lock } = dataPaths(options.data);
    if (readServerInfo(options.data) === undefined || !isLocked(lock)) {
      output.note(`No server runs on ${root}.`);
      return EXIT_CODES.answered;
    }
    // The server of this folder and no other, whatever nodes EARSHOT_URL lists.
    const environment = { ...context.environment, url: undefined };
    await connect({ dataFolder: options.data, environment, as: "operator" }).stop();
    const deadline = Date.now() + PATIENCE_MS;
    while (isLocked(lock)) {
      if (Date.now() > deadline) {
        throw new EarshotError("INTERNAL", `The server of ${root} has not ended within 15 s.`);
      }
      await pause(POLL_MS);
    }
    if (options.json === true) output.json({ stopped: true });
    else output.note(`Stopped the server of ${root}.`);
    return EXIT_CODES.answered;
  },
};
