import { EarshotError } from "../../../domain/errors.ts";
import { dataPaths, readKeyFile, servingOf } from "../../../system/data-folder.ts";
import { endServer } from "../../server/end-server.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const stop: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "stop",
      summary: "Stop the server of a data folder",
      more: "Waits end with pending and nothing is lost. Returns when the server has ended.",
      examples: ["npx earshot stop", "npx earshot stop --data /srv/earshot"],
    }),

  async run(context) {
    const { output, options, environment } = context;
    const { root, key } = dataPaths(options.data);
    const serving = servingOf(options.data);
    if (serving === undefined) {
      output.note(`No server runs on ${root}.`);
      return EXIT_CODES.answered;
    }
    if ((environment.key ?? readKeyFile(options.data, "operator")) === undefined) {
      // Not done for them: the folder may be shared with a machine on which another process has that id.
      throw new EarshotError(
        "NOT_SIGNED_IN",
        `There is no operator's key to stop the server of ${root} with: neither EARSHOT_KEY nor ${key("operator")}. A signal stops it as well, on the machine that it runs on: kill ${serving.pid}`,
        { details: { as: "operator", pid: serving.pid } },
      );
    }
    await endServer(context);
    if (options.json === true) output.json({ stopped: true });
    else output.note(`Stopped the server of ${root}.`);
    return EXIT_CODES.answered;
  },
};
