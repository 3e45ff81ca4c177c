import { Command } from "commander";
import type { RemoteChannel } from "../../../domain/channel-kind.ts";
import { EarshotError } from "../../../domain/errors.ts";
import type { ChannelState } from "../../../ports/earshot/hub.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { readChannelSettings, writeChannelSettings } from "../../../system/channel-settings.ts";
import { checkChannels } from "../../doctor/check-channels.ts";
import { type AddOptions, addChannel } from "../../hub/add-channel.ts";
import { stateBefore, takenBy, takenWords } from "../../hub/taken-up.ts";
import { channelArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, collect } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { findingLine } from "../../terminal/finding.ts";
import type { RunContext } from "../../terminal/run-context.ts";

/** The group; its commands follow. */
export function defineChannels(program: Command): Command {
  return program
    .command("channels")
    .summary("Set up ways to people on other platforms")
    .description("Set up ways to people on other platforms; without a command it lists them.");
}

export const listChannels: CommandModule = {
  define(channels) {
    // The group itself lists, so its command is made apart and added as the default.
    const parent = new Command().copyInheritedSettings(channels);
    const command = addCommand(parent, {
      usage: "list",
      summary: "List the channels that are configured, and how each is",
      examples: ["npx earshot channels", "npx earshot channels list --json"],
    });
    channels.addCommand(command, { isDefault: true });
    return command;
  },
  run: (context) => listStates(context),
};

export const addOneChannel: CommandModule = {
  define: (channels) =>
    addCommand(channels, {
      usage: "add",
      summary: "Set a channel up: what to do on the platform, its secrets, a check, a test message",
      more: "At a terminal it asks, opens the pages of the platform, and links you. Each setting is checked as it is given. A server that runs takes it up by itself; wrong settings leave a channel that works as it was. Elsewhere --set gives what is no secret and --secret-file what is; a secret is never an argument. Written to channels.json in the data folder, for its owner only. What was set before stays where nothing new is given. A channel from outside is named by its module, which then runs within the server: see docs/guides/write-a-channel.md.",
      examples: [
        "npx earshot channels add telegram",
        "npx earshot channels add slack --test C0123456789",
        "npx earshot channels add webhook --secret-file secret=secret.txt",
        "npx earshot channels add ntfy --module earshot-channel-ntfy",
      ],
    })
      .addArgument(channelArgument())
      .option("--set <name=value>", "a setting that is not secret; repeatable", collect)
      .option(
        "--secret-file <name=file>",
        "a file with a secret, - for standard input; repeatable",
        collect,
      )
      .option("--module <name>", "of a channel from outside: its file, or its package")
      .option("--test <chat>", "send a test message there")
      .option("--force", "save it though its check has failed"),

  async run(context, command) {
    const [kind] = command.processedArgs as [RemoteChannel];
    return await addChannel(context, kind, command.opts<AddOptions>());
  },
};

export const removeChannel: CommandModule = {
  define: (channels) =>
    addCommand(channels, {
      usage: "remove",
      summary: "Forget the settings of a channel",
      more: "Links stay, and are good again once the channel is set up again.",
      examples: ["npx earshot channels remove slack"],
    }).addArgument(channelArgument()),

  async run(context, command) {
    const { output, options } = context;
    const [kind] = command.processedArgs as [RemoteChannel];
    const { [kind]: removed, ...others } = readChannelSettings(options.data);
    if (removed === undefined) {
      throw new EarshotError(
        "NOT_FOUND",
        `${kind} is not set up in ${options.data}. npx earshot channels add ${kind} does it.`,
      );
    }
    const before = await stateBefore(context, kind);
    writeChannelSettings(options.data, others);
    const taken = await takenBy(context, { kind, before, isRemoval: true });
    if (options.json === true) output.json({ channel: kind, removed: true });
    else output.note(`Removed the settings of ${kind}. ${takenWords(taken)}`);
    return EXIT_CODES.answered;
  },
};

export const checkConfigured: CommandModule = {
  define: (channels) =>
    addCommand(channels, {
      usage: "check",
      summary: "Check channels: tokens, rights and reach",
      examples: ["npx earshot channels check", "npx earshot channels check slack"],
    }).addArgument(channelArgument("[channel...]")),

  async run(context, command) {
    const [only = []] = command.processedArgs as [readonly RemoteChannel[] | undefined];
    const findings = await checkChannels(context, only);
    const { output, options } = context;
    if (options.json === true) output.json({ findings });
    else for (const finding of findings) output.line(findingLine(finding, output.style));
    if (findings.length === 0)
      output.note("Nothing to check. npx earshot channels add sets one up.");
    const hasFailed = findings.some(({ state }) => state === "failed");
    return hasFailed ? EXIT_CODES.error : EXIT_CODES.answered;
  },
};

/**
 * What the server says about its channels, and those of the data folder that it has not taken up
 * yet.
 */
async function listStates(context: RunContext): Promise<number> {
  const { output, options, environment } = context;
  const listed = await context.connectAs("operator").channels();
  if (options.json === true) {
    output.json(listed);
    return EXIT_CODES.answered;
  }
  for (const state of listed.items) output.line(stateLine(state));
  const known = listed.items.map(({ channel }) => channel);
  const isOurs = environment.url === undefined;
  const saved = isOurs ? Object.keys(readChannelSettings(options.data)) : [];
  const waiting = (saved as RemoteChannel[]).filter((kind) => !known.includes(kind));
  for (const kind of waiting) output.line(`${kind.padEnd(8)}  not taken up by the server yet`);
  if (known.length + waiting.length === 0) {
    output.note("No channels. Set one up: npx earshot channels add slack");
  }
  return EXIT_CODES.answered;
}

function stateLine({ channel, state, queued, failed, ...heard }: ChannelState): string {
  const counts = `${queued} queued, ${failed} failed`;
  const { why, since, lastHeardAt, isElsewhere, refused } = heard;
  const facts = [
    counts,
    ...(since === undefined ? [] : [`since ${since}`]),
    lastHeardAt === undefined ? "nothing heard yet" : `last heard ${lastHeardAt}`,
    ...(isElsewhere === true ? ["by another node"] : []),
  ];
  const line = `${channel.padEnd(8)}  ${state.padEnd(12)}  ${facts.join(", ")}`;
  const more = [
    ...(why === undefined ? [] : [why]),
    ...(refused === undefined
      ? []
      : [`Newer settings are wrong, so the former are used: ${refused.why}`]),
  ];
  return [line, ...more.map((text) => `  ${visibleText(text, { keepLines: false })}`)].join("\n");
}
