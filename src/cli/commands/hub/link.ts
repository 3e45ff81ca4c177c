import { Argument } from "commander";
import type { RemoteChannel } from "../../../domain/channel-kind.ts";
import { inTime } from "../../../domain/in-words.ts";
import { LINK_LIFE_MS } from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { timeText } from "../../hub/time-text.ts";
import { channelArgument } from "../../terminal/arguments.ts";
import { showPage } from "../../terminal/browser.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const link: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "link",
      summary: "Link your account on a channel, so that you are reached and can answer there",
      changes: true,
      more: `Prints a code on standard output, good once and for ${inTime(LINK_LIFE_MS)}: whoever says it on the channel is you there. An e-mail address has to be named.`,
      examples: [
        "npx earshot link slack",
        "npx earshot link telegram",
        "npx earshot link email ana@example.com",
      ],
    })
      .addArgument(channelArgument())
      .addArgument(new Argument("[address]", "of e-mail: your address")),

  async run(context, command) {
    const [channel, chatId] = command.processedArgs as [RemoteChannel, string | undefined];
    if (channel === "email" && chatId === undefined) {
      command.error("error: Name your address: npx earshot link email ana@example.com");
    }
    const { output } = context;
    const made = await context
      .connectAs("operator")
      .createLinkCode({ channel, ...present({ chatId }) }, context.call);
    if (context.options.json === true) output.json(made);
    else {
      output.note(visibleText(made.say));
      if (made.url !== undefined) {
        await showPage(context, { label: "Open the chat:", url: made.url });
      }
      output.note(`Good once, until ${timeText(made.expiresAt)}. Hand it to nobody else.`);
      output.line(made.code);
    }
    return EXIT_CODES.answered;
  },
};
