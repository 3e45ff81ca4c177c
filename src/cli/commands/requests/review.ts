import { Argument, Command } from "commander";
import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type { RequestStatus } from "../../../domain/requests/request.ts";
import type { ReviewOutcome } from "../../../domain/requests/review.ts";
import { reviewLine } from "../../requests/review-line.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, noteNext, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const OUTCOMES = ["keep", "remind", "reroute", "escalate", "abandon", "assume"] as const;
type OutcomeName = (typeof OUTCOMES)[number];

/** The group; its commands follow. */
export function defineReview(program: Command): Command {
  return program
    .command("review")
    .summary("See what nobody answers, and do something about it")
    .description(
      "See what nobody has answered for more than a day, and do something about it. Nothing of it approves anything.",
    );
}

interface ReviewOptions {
  readonly why?: string;
  readonly limit: number;
  readonly cursor?: string;
}

export const reviewRequests: CommandModule = {
  define(review) {
    // The group itself takes an id, so its command is made apart and added as the default.
    const parent = new Command().copyInheritedSettings(review);
    const command = addCommand(parent, {
      usage: "requests",
      summary: "List what nobody answers, or say what to do about one request",
      changes: true,
      more: "Without an id it lists them, the oldest first, each with what the rules propose. With one: keep leaves it open; remind brings it before those again who were asked; reroute NAME... asks others; escalate asks the owners too; abandon gives it up; assume TEXT lets the agent go on as if a question had been answered so.",
      examples: [
        "npx earshot review",
        "npx earshot review req_01j… remind",
        "npx earshot review req_01j… reroute ana role:owner",
        'npx earshot review req_01j… assume "Use the staging database." --why "ana is away"',
      ],
    })
      .addArgument(idArgument("req", "[id]"))
      .addArgument(new Argument("[outcome]", "what to do about it").choices(OUTCOMES))
      .addArgument(new Argument("[words...]", "to whom it goes, or what is assumed"))
      .option("--why <text>", "why, for people and the log")
      .option("--limit <count>", "how many at most", wholeNumber(1, 100), 50)
      .option("--cursor <cursor>", "go on behind a page, with its next");
    review.addCommand(command, { isDefault: true });
    return command;
  },

  async run(context, command) {
    const [id, outcome, words = []] = command.processedArgs as [
      RequestId | undefined,
      OutcomeName | undefined,
      (readonly string[])?,
    ];
    if (id === undefined) return await listThem(context, command);
    if (outcome === undefined) {
      return command.error(`error: Say what to do about it: ${OUTCOMES.join(", ")}.`);
    }
    const read = readOutcome(outcome, words);
    if (typeof read === "string") return command.error(`error: ${read}`);
    const { why } = command.opts<ReviewOptions>();
    const input = { id, outcome: read, ...present({ why }) };
    const request = await context.connectAs("operator").review(input, context.call);
    if (context.options.json === true) context.output.json(request);
    else context.output.note(doneText(outcome, request));
    return EXIT_CODES.answered;
  },
};

async function listThem(context: RunContext, command: Command): Promise<number> {
  const { limit, cursor } = command.opts<ReviewOptions>();
  const page = await context.connectAs("operator").listReview({ limit, ...present({ cursor }) });
  const { output } = context;
  if (context.options.json === true) {
    output.json(page);
    return EXIT_CODES.answered;
  }
  for (const item of page.items) output.line(reviewLine(item, output));
  if (page.items.length === 0) output.note("Nothing has been open for longer than a day.");
  noteNext(output, command, page.next);
  return EXIT_CODES.answered;
}

function doneText(
  outcome: OutcomeName,
  { id, status }: { readonly id: RequestId; readonly status: RequestStatus },
): string {
  const done: Readonly<Record<OutcomeName, string>> = {
    keep: "stays open",
    remind: "is brought before those again who were asked",
    reroute: "is asked of others now",
    escalate: "is asked of the owners too",
    abandon: "is given up",
    assume: "is closed: the agent goes on with what is assumed",
  };
  return `${id} ${done[outcome]} (${status}).`;
}

export const runReview: CommandModule = {
  define: (review) =>
    addCommand(review, {
      usage: "run",
      summary: "Do what is due about all of them now, as the daily review does",
      changes: true,
      more: "It takes an owner's key.",
      examples: ["npx earshot review run"],
    }),

  async run(context) {
    const { output, options, call } = context;
    const report = await context.connectAs("operator").runReview({}, call);
    if (options.json === true) output.json(report);
    else output.note(`Done: ${report.done}.`);
    return EXIT_CODES.answered;
  },
};

/** The outcome that the words of a command name; an error text if they do not fit. */
export function readOutcome(name: OutcomeName, words: readonly string[]): ReviewOutcome | string {
  if (name === "reroute") {
    return words.length === 0
      ? "reroute takes names of operators, or roles as role:owner."
      : { do: name, to: words };
  }
  if (name === "assume") {
    return words.length === 1 && words[0] !== undefined
      ? { do: name, assumption: words[0] }
      : "assume takes what the agent is to go on with, in quotes.";
  }
  return words.length === 0 ? { do: name } : `${name} takes no further words.`;
}
