import { Command, Option } from "commander";
import type { SessionId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import { SESSION_STATUSES, type SessionStatus } from "../../../domain/sessions/session.ts";
import type { ListedAgent } from "../../../ports/earshot/inbox.ts";
import { sessionLine } from "../../sessions/session-line.ts";
import { idArgument, idOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, noteNext, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

/** The group; its commands follow. */
export function defineSessions(program: Command): Command {
  return program
    .command("sessions")
    .summary("See what agents do and what they wait for, start and end it")
    .description(
      "See what agents do and what they wait for, start and end it; without a command it lists sessions.",
    );
}

interface ListOptions {
  readonly status?: SessionStatus;
  readonly agent?: Pick<ListedAgent, "principal">;
  readonly chain?: SessionId;
  readonly limit: number;
  readonly cursor?: string;
}

export const listSessions: CommandModule = {
  define(sessions) {
    // The group itself lists, so its command is made apart and added as the default.
    const parent = new Command().copyInheritedSettings(sessions);
    const command = addCommand(parent, {
      usage: "list",
      summary: "List sessions, newest first",
      examples: [
        "npx earshot sessions",
        "npx earshot sessions --status paused",
        "npx earshot sessions --agent scout --json",
      ],
    })
      .addOption(new Option("--status <status>", "only those").choices(SESSION_STATUSES))
      .addOption(idOption("agent", new Option("--agent <name>", "only those of this agent")))
      .addOption(
        idOption(
          "ses",
          new Option("--chain <id>", "only those of one chain, named by any of its sessions"),
        ),
      )
      .option("--limit <count>", "how many at most", wholeNumber(1, 100), 50)
      .option("--cursor <cursor>", "go on behind a page, with its next");
    sessions.addCommand(command, { isDefault: true });
    return command;
  },

  async run(context, command) {
    const { limit, ...chosen } = command.opts<ListOptions>();
    const { status, agent, chain, cursor } = chosen;
    const page = await context
      .connectAs("operator")
      .listSessions({ limit, ...present({ status, agent: agent?.principal.name, chain, cursor }) });
    const { output } = context;
    if (context.options.json === true) {
      output.json(page);
      return EXIT_CODES.answered;
    }
    for (const session of page.items) output.line(sessionLine(session, output, Date.now()));
    if (page.items.length === 0) output.note("No sessions.");
    noteNext(output, command, page.next);
    return EXIT_CODES.answered;
  },
};

export const showSession: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "show",
      summary: "Show a session: who said what, what was called, and what it waits for",
      more: "The prompt, arguments and results are cut to a line unless --full is given.",
      examples: ["npx earshot sessions show ses_01j…", "npx earshot sessions show ses_01j… --full"],
    })
      .option("--full", "the prompt, arguments and results whole")
      .addArgument(idArgument("ses")),

  async run(context, command) {
    const { sessionLines, wholeSession } = await import("../../sessions/show-session.ts");
    const [id] = command.processedArgs as [SessionId];
    const isFull = command.opts<{ full?: boolean }>().full === true;
    const whole = await wholeSession(context.connectAs("operator"), id);
    const { output } = context;
    if (context.options.json === true) output.json(whole);
    else for (const line of sessionLines(whole, output, isFull)) output.line(line);
    return EXIT_CODES.answered;
  },
};

export const followSession: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "follow",
      summary: "Show a session from its beginning and go on with what happens",
      more: "Ends when the session has ended: with exit 0 where it is completed, 75 where it waits for a person, 13 where it was cancelled, 1 where it failed. With --chain it waits on, and goes on with the session that continues it. Ctrl-C ends it earlier (exit 130) and leaves the session alone.",
      examples: [
        "npx earshot sessions follow ses_01j…",
        "npx earshot sessions follow ses_01j… --chain",
        "npx earshot sessions follow ses_01j… --json",
      ],
    })
      .option("--chain", "go on with the session that continues it")
      .option("--full", "the prompt, arguments and results whole")
      .addArgument(idArgument("ses")),

  async run(context, command) {
    const { followSession: follow } = await import("../../sessions/follow-session.ts");
    const [id] = command.processedArgs as [SessionId];
    const { chain, full } = command.opts<{ chain?: boolean; full?: boolean }>();
    const earshot = context.connectAs("operator");
    return await follow(context, earshot, { id, isChain: chain === true, isFull: full === true });
  },
};

export const startSession: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "start",
      summary: "Start a session of an agent",
      changes: true,
      more: "Prints its id. It is queued until a host that runs the agent takes it up.",
      examples: ['npx earshot sessions start scout "Look at last night\'s backups."'],
    })
      .addArgument(idArgument("agent", "<agent>"))
      .argument("<text>", "what it is to do"),

  async run(context, command) {
    const [agent, text] = command.processedArgs as [Pick<ListedAgent, "principal">, string];
    const input = { agent: agent.principal.name, text };
    const session = await context.connectAs("operator").startSession(input, context.call);
    const { output } = context;
    if (context.options.json === true) output.json(session);
    else {
      output.line(session.id);
      output.note(`Queued. npx earshot sessions follow ${session.id} --chain shows what it does.`);
    }
    return EXIT_CODES.answered;
  },
};

export const resumeSession: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "resume",
      summary: "Start a session that goes on from one which has ended",
      changes: true,
      more: "Prints the id of the new one. What waits for an answer goes on by itself once it is answered.",
      examples: [
        "npx earshot sessions resume ses_01j…",
        'npx earshot sessions resume ses_01j… --text "The database is back."',
      ],
    })
      .option("--text <text>", "what to tell it")
      .addArgument(idArgument("ses")),

  async run(context, command) {
    const [id] = command.processedArgs as [SessionId];
    const { text } = command.opts<{ text?: string }>();
    const session = await context
      .connectAs("operator")
      .resumeSession({ id, ...present({ text }) }, context.call);
    const { output } = context;
    if (context.options.json === true) output.json(session);
    else {
      output.line(session.id);
      output.note(`Queued; it goes on from ${id}.`);
    }
    return EXIT_CODES.answered;
  },
};

export const cancelSession: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "cancel",
      summary: "End a session before it is done",
      changes: true,
      more: "One that is at work ends as soon as its host hears of it. What it waits for is taken back.",
      examples: ['npx earshot sessions cancel ses_01j… --reason "no longer needed"'],
    })
      .option("--reason <text>", "why, for people")
      .addArgument(idArgument("ses")),

  async run(context, command) {
    const [id] = command.processedArgs as [SessionId];
    const { reason } = command.opts<{ reason?: string }>();
    const session = await context
      .connectAs("operator")
      .cancelSession({ id, ...present({ reason }) }, context.call);
    const { output } = context;
    if (context.options.json === true) output.json(session);
    else if (session.status === "cancelled") output.note(`Cancelled ${id}.`);
    else output.note(`${id} is told to end; its host ends it.`);
    return EXIT_CODES.answered;
  },
};
