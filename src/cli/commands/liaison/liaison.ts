import { Command, Option } from "commander";
import { isYes } from "../../../channels/console/yes-no.ts";
import type { ConversationId } from "../../../domain/id.ts";
import { inBytes } from "../../../domain/in-words.ts";
import {
  type Attachment,
  type Liaison,
  PHASES,
  type Phase,
} from "../../../domain/liaison/liaison.ts";
import { MAX_CONTENT_BYTES, MAX_TEXT_BYTES } from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import {
  type AttachOptions,
  addAttach,
  attachmentsOf,
  messageOf,
} from "../../liaison/attached-files.ts";
import { saveFiles } from "../../requests/save-files.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, noteNext, wholeNumber } from "../../terminal/command.ts";
import { atControllingTerminal } from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

/** The group; its commands follow. */
export function defineLiaison(program: Command): Command {
  return program
    .command("liaison")
    .summary("See conversations of the liaison, report on their tasks, and what is learned of them")
    .description(
      "See conversations of the liaison, report on their tasks, and what is learned of them; without a command it lists conversations. To hold one: npx earshot liaise.",
    );
}

interface ListOptions {
  readonly phase?: Phase;
  readonly mine?: boolean;
  readonly limit: number;
  readonly cursor?: string;
}

export const listConversations: CommandModule = {
  define(liaison) {
    // The group itself lists, so its command is made apart and added as the default.
    const parent = new Command().copyInheritedSettings(liaison);
    const command = addCommand(parent, {
      usage: "list",
      summary: "List conversations, newest first",
      more: "Each with its phase, how long ago something happened in it, the confidence of its specification, whose it is and who does the task.",
      examples: [
        "npx earshot liaison",
        "npx earshot liaison list --phase awaiting_task_completion",
        "npx earshot liaison list --mine --json",
      ],
    })
      .addOption(new Option("--phase <phase>", "only those").choices(PHASES))
      .option("--mine", "only your own")
      .option("--limit <count>", "how many at most", wholeNumber(1, 100), 50)
      .option("--cursor <cursor>", "go on behind a page, with its next");
    liaison.addCommand(command, { isDefault: true });
    return command;
  },

  async run(context, command) {
    const { liaisonLine } = await import("../../liaison/liaison-line.ts");
    const { limit, phase, mine, cursor } = command.opts<ListOptions>();
    const page = await context
      .connectAs("operator")
      .listLiaisons({ limit, ...present({ phase, mine, cursor }) });
    const { output } = context;
    if (context.options.json === true) {
      output.json(page);
      return EXIT_CODES.answered;
    }
    for (const one of page.items) output.line(liaisonLine(one, output, Date.now()));
    if (page.items.length === 0) output.note("No conversations of the liaison.");
    noteNext(output, command, page.next);
    return EXIT_CODES.answered;
  },
};

export const showConversation: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "show",
      summary: "Show a conversation whole: what was said, specified, reported and judged",
      examples: [
        "npx earshot liaison show cnv_01j…",
        "npx earshot liaison show cnv_01j… --json",
        "npx earshot liaison show cnv_01j… --save result",
      ],
    })
      .addArgument(idArgument("cnv"))
      .option("--save <folder>", "keep all its files in this folder"),

  async run(context, command) {
    const { wholeLines } = await import("../../liaison/show-liaison.ts");
    const [id] = command.processedArgs as [ConversationId];
    const { save } = command.opts<{ readonly save?: string }>();
    const earshot = context.connectAs("operator");
    const shown = await earshot.showLiaison({ conversation_id: id });
    const { output } = context;
    if (save !== undefined) {
      await saveFiles(output, {
        id,
        files: attachmentsIn(shown),
        folder: save,
        read: (digest) => earshot.readAttachment({ conversation_id: id, digest }),
      });
    }
    if (context.options.json === true) output.json(shown);
    else for (const line of wholeLines(shown, output)) output.line(line);
    return EXIT_CODES.answered;
  },
};

/** Each once: the words about a result name its files again. */
function attachmentsIn({ exchanges, results }: Liaison): readonly Attachment[] {
  const all = [...exchanges, ...results].flatMap(({ attachments = [] }) => attachments);
  return [...new Map(all.map((one) => [`${one.digest} ${one.name}`, one])).values()];
}

export const sayInConversation: CommandModule = {
  define: (liaison) =>
    addAttach(
      addCommand(liaison, {
        usage: "say",
        summary: "Say one thing in your conversation and print the reply",
        changes: true,
        more: `Up to ${inBytes(MAX_CONTENT_BYTES)} are one message: what is over ${inBytes(MAX_TEXT_BYTES)} is attached whole.`,
        examples: [
          'npx earshot liaison say cnv_01j… "It is for executives."',
          'npx earshot liaison say cnv_01j… "Here is the log." --attach server.log',
          "npx earshot liaison say cnv_01j… - < mail.txt",
        ],
      })
        .addArgument(idArgument("cnv"))
        .argument("<words...>", "what to say; - for all of standard input"),
    ),

  async run(context, command) {
    const { LIAISON_SIGN, saidLines } = await import("../../liaison/said-lines.ts");
    const [id, words] = command.processedArgs as [ConversationId, readonly string[]];
    const message = await messageOf(words);
    const attached = attachmentsOf(command.opts<AttachOptions>());
    const input = { conversation_id: id, message, ...attached };
    const reply = await context.connectAs("operator").continueConversation(input, context.call);
    const { output } = context;
    if (context.options.json === true) output.json(reply);
    else for (const line of saidLines(LIAISON_SIGN, reply.response, output)) output.line(line);
    return EXIT_CODES.answered;
  },
};

export const eraseConversation: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "erase",
      summary: "Erase what was said in a conversation, its questions and its part of the graph",
      changes: true,
      more: "Ids, times, scores and the log stay, and the log still verifies.",
      examples: ["npx earshot liaison erase cnv_01j…", "npx earshot liaison erase cnv_01j… --yes"],
    })
      .addArgument(idArgument("cnv"))
      .option("--yes", "do not ask"),

  async run(context, command) {
    const [id] = command.processedArgs as [ConversationId];
    const { yes } = command.opts<{ yes?: boolean }>();
    const { output } = context;
    const earshot = context.connectAs("operator");
    const input = { conversation_id: id };
    // Nobody is asked about what is not there.
    if (yes !== true) await earshot.showLiaison(input);
    if (yes !== true && !(await confirm(context, id))) {
      output.note(`Nothing was erased of ${id}.`);
      return EXIT_CODES.error;
    }
    const erased = await earshot.eraseLiaison(input, context.call);
    if (context.options.json === true) output.json(erased);
    else output.note(`Erased what was said in ${erased.id}.`);
    return EXIT_CODES.answered;
  },
};

async function confirm({ signal }: RunContext, id: ConversationId): Promise<boolean> {
  const why = "erasing asks at one; --yes erases without asking";
  return await atControllingTerminal({ why, signal }, async ({ readLine }) =>
    isYes(await readLine(`Erase what was said in ${id} for good? [y/N] `)),
  );
}
