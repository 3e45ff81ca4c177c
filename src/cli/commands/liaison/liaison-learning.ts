import { writeFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { DEFAULT_HALF_LIFE_DAYS } from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import type { FitnessInput } from "../../../ports/earshot/liaison.ts";
import { addCommand, type CommandModule, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

/* What is learned from conversations of the liaison. */

export const reportReliability: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "report",
      summary: "Print how far the confidence of specifications can be relied on",
      more: "An outcome is whether a specification was accepted without correction. Brier and ECE are better the smaller they are.",
      examples: ["npx earshot liaison report", "npx earshot liaison report --svg reliability.svg"],
    }).option("--svg <file>", "write the reliability plot there"),

  async run(context, command) {
    const { reportLines } = await import("../../liaison/report-lines.ts");
    const { svg } = command.opts<{ svg?: string }>();
    const report = await context.connectAs("operator").liaisonReport();
    const { output } = context;
    if (svg !== undefined) {
      const { reliabilitySvg } = await import("../../../render/graph/reliability-svg.ts");
      writeFileSync(svg, reliabilitySvg(report));
      output.note(`The plot is in ${svg}.`);
    }
    if (context.options.json === true) output.json(report);
    else for (const line of reportLines(report)) output.line(line);
    return EXIT_CODES.answered;
  },
};

interface FitnessOptions {
  readonly agent?: string;
  readonly halfLife?: number;
}

function fitnessInput({ agent, halfLife }: FitnessOptions): FitnessInput {
  return { ...present({ agent, half_life_days: halfLife }) };
}

export const showFitness: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "fitness",
      summary: "Show how good the work of agents was, by what people said of it",
      more: "Each figure comes with a lower bound that holds with 95 %, and how many feedbacks it rests on. Silence earns nothing.",
      examples: ["npx earshot liaison fitness", "npx earshot liaison fitness --agent scout --json"],
    })
      .option("--agent <name>", "only this one")
      .option(
        "--half-life <days>",
        `feedback loses half its weight in so many days; ${DEFAULT_HALF_LIFE_DAYS}`,
        days,
      ),

  async run(context, command) {
    const { fitnessLines } = await import("../../liaison/fitness-lines.ts");
    const input = fitnessInput(command.opts<FitnessOptions>());
    const { items } = await context.connectAs("operator").fitness(input);
    const { output } = context;
    if (context.options.json === true) output.json({ items });
    else for (const one of items) for (const line of fitnessLines(one, output)) output.line(line);
    if (items.length === 0) output.note("No agent has done a task of the liaison.");
    return EXIT_CODES.answered;
  },
};

export const exportFeedback: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "export",
      summary: "Print a JSON line for each round of a task that has feedback, oldest first",
      more: "For a selection among variants of agents. It takes the right audit.",
      examples: ["npx earshot liaison export > rounds.jsonl"],
    }).option("--agent <name>", "only of this one"),

  async run(context, command) {
    const input = fitnessInput(command.opts<FitnessOptions>());
    const lines = await context.connectAs("operator").exportFitness(input);
    for await (const line of lines) context.output.json(line);
    return EXIT_CODES.answered;
  },
};

export const followTasks: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "events",
      summary: "Print the events of tasks, with what they carry",
      more: "Ends at the end of the log unless told to follow.",
      examples: [
        "npx earshot liaison events",
        "npx earshot liaison events --follow --json",
        "npx earshot liaison events --after 120",
      ],
    })
      .option("--follow", "go on with what is appended")
      .option("--after <number>", "only events behind this one", wholeNumber(0), 0),

  async run(context, command) {
    const { taskEventLine } = await import("../../liaison/task-event-line.ts");
    const { follow, after } = command.opts<{ follow?: boolean; after: number }>();
    const { output, signal, options } = context;
    const stream = await context
      .connectAs("operator")
      .taskEvents({ after, follow: follow === true }, { signal });
    for await (const event of stream) {
      if (options.json === true) output.json(event);
      else output.line(taskEventLine(event, output.style));
    }
    return signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.answered;
  },
};

function days(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0.01 && value <= 36_500) return value;
  throw new InvalidArgumentError("Give a number of days from 0.01 to 36500.");
}
