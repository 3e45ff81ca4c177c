import { runConsole } from "../../../channels/console/run-console.ts";
import { findTerminal } from "../../../channels/console/terminal.ts";
import { checkSchema } from "../../../system/schema-check.ts";
import { typedFile } from "../../requests/typed-file.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { createLink } from "../../terminal/reconnect.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

export const operatorConsole: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "console",
      summary: "Be the operator: answer and decide on this terminal",
      without: ["json"],
      more: "Shows each open request that asks you, oldest first: a question takes its answer, an authorization takes approve, reject REASON or skip. help lists what can be typed. Ctrl-D closes the console (exit 0), Ctrl-C interrupts it (exit 130).",
      examples: ["npx earshot console", "EARSHOT_KEY=ear_live_… npx earshot console"],
    }),

  async run(context) {
    const terminal = findTerminal(process, "stdout");
    const asking = context.connectAs("operator");
    const { principal } = await asking.whoami();
    const voice = await voiceHere(context, asking);
    const { output, signal, environment } = context;
    const link = createLink();
    const earshot = context.connectAs("operator", link);
    const greeting = output.style.dim(voice.own.say("console.greeting", { name: principal.name }));
    const holds = environment.undo !== "off";
    const desk = { earshot, terminal, voice, checkSchema, readFile: typedFile, holds };
    const end = await runConsole({ ...desk, greeting, signal, link });
    return end === "end" ? EXIT_CODES.answered : EXIT_CODES.interrupted;
  },
};
