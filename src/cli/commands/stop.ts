import { dataPaths, servingOf } from "../../system/data-folder.ts";
import { addCommand, type CommandModule } from "../command.ts";
import { endServer } from "../end-server.ts";
import { EXIT_CODES } from "../exit-codes.ts";

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
    const { root } = dataPaths(options.data);
    if (servingOf(options.data) === undefined) {
      output.note(`No server runs on ${root}.`);
      return EXIT_CODES.answered;
    }
    await endServer(context);
    if (options.json === true) output.json({ stopped: true });
    else output.note(`Stopped the server of ${root}.`);
    return EXIT_CODES.answered;
  },
};
