import { type Command, InvalidArgumentError, Option } from "commander";
import { parseDuration } from "../../domain/duration.ts";
import type { Output } from "./output.ts";
import type { RunContext } from "./run-context.ts";
import { shellLine } from "./shell-line.ts";

/** One command: how it is called, and what it does; `run` returns the exit code. */
export interface CommandModule {
  define(parent: Command): Command;
  run(context: RunContext, command: Command): Promise<number>;
}

export interface Usage {
  /** Name and arguments, in commander's notation: `ask <text>`. */
  readonly usage: string;
  readonly summary: string;
  /** What the summary leaves out. */
  readonly more?: string;
  /** Takes an idempotency key: what it changes happens once for that key. */
  readonly changes?: true;
  /** Of the common options, those that would do nothing here. */
  readonly without?: readonly (keyof typeof NEARLY_ALL)[];
  readonly examples: readonly string[];
}

/** Adds a command with the common options that it can use, and its examples in the help. */
export function addCommand(parent: Command, given: Usage): Command {
  const { usage, summary, more, examples } = given;
  const command = parent
    .command(usage)
    .summary(summary)
    .description(more === undefined ? `${summary}.` : `${summary}.\n\n${more}`)
    .addHelpText("after", `\nExamples:\n${examples.map((line) => `  $ ${line}`).join("\n")}`);
  for (const option of commonOptions(given)) command.addOption(option);
  return command;
}

const NEARLY_ALL = {
  data: () =>
    new Option("--data <folder>", "data folder of the server; without it the nearest is found"),
  json: () => new Option("--json", "print JSON"),
  plain: () => new Option("--plain", "no colours, no fitting to the terminal"),
} as const;

function commonOptions({ changes, without = [] }: Usage): readonly Option[] {
  const names = Object.keys(NEARLY_ALL) as (keyof typeof NEARLY_ALL)[];
  const taken = names.filter((name) => !without.includes(name)).map((name) => NEARLY_ALL[name]());
  return changes === undefined
    ? taken
    : [
        ...taken,
        new Option("--idempotency-key <key>", "makes the change happen once for this key"),
      ];
}

/** For options that take a duration; returns milliseconds. */
export function duration(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** For options that take a whole number of at least `least`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/** For options that can be given several times. */
export function collect(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}

/** Says how to continue a list: the same command, with the same options. */
export function noteNext(output: Output, command: Command, next: string | undefined): void {
  if (next === undefined) return;
  const given = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (name === "cursor" || command.getOptionValueSource(name) !== "cli") return [];
    const flag = option.long ?? "";
    return option.isBoolean() ? [flag] : [flag, String(command.getOptionValue(name))];
  });
  const names = [command.name()];
  for (let { parent } = command; parent?.parent; { parent } = parent) names.unshift(parent.name());
  output.note(`More: ${shellLine(["npx", "earshot", ...names, ...given, "--cursor", next])}`);
}
