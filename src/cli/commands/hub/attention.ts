import {
  type AttentionOptions,
  attentionLines,
  changedAttention,
  digestTimes,
  itemsPerHour,
  quietHours,
} from "../../hub/attention.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

interface Options extends AttentionOptions {
  readonly off?: true;
}

export const attention: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "attention",
      summary: "Say when you want to be interrupted; without options, show it",
      changes: true,
      more: "What an option does not name stays as it is; off takes it back. Urgent items, and those about to expire, do not wait.",
      examples: [
        "npx earshot attention",
        "npx earshot attention --quiet 22:00-07:00 --zone Europe/Berlin",
        "npx earshot attention --digest 09:00,14:00 --per-hour 6",
        "npx earshot attention --off",
      ],
    })
      .option("--quiet <from-to>", "no interruption between these times, or off", quietHours)
      .option("--zone <name>", "time zone of these times, as Europe/Berlin")
      .option("--digest <times>", "when what is not urgent comes together, or off", digestTimes)
      .option("--per-hour <count>", "how many items come one by one, or off", itemsPerHour)
      .option("--off", "take all of it back"),

  async run(context, command) {
    const { off, quiet, zone, digest, perHour } = command.opts<Options>();
    const isChange = [quiet, zone, digest, perHour].some((option) => option !== undefined);
    if (off === true && isChange) command.error("error: --off takes all back; it goes alone.");
    const earshot = context.connectAs("operator");
    const before = await earshot.attention();
    const change = off === true ? {} : changedAttention(before, command.opts<Options>());
    const after =
      off === true || isChange ? await earshot.setAttention(change, context.call) : before;
    if (context.options.json === true) context.output.json(after);
    else for (const line of attentionLines(after)) context.output.line(line);
    return EXIT_CODES.answered;
  },
};
