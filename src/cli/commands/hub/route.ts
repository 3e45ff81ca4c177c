import { type Command, InvalidArgumentError, Option } from "commander";
import { LEVELS, type Level } from "../../../domain/authority/action.ts";
import { present } from "../../../domain/present.ts";
import type { Timestamp } from "../../../domain/timestamp.ts";
import { routeLines } from "../../hub/route-lines.ts";
import { addCommand, type CommandModule, duration } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

/** The group; its commands follow. */
export function defineRoute(program: Command): Command {
  return program
    .command("route")
    .summary("See who would be reached")
    .description("See who would be reached, where and when.");
}

interface RouteOptions {
  readonly to?: readonly string[];
  readonly level?: Level;
  readonly expires?: number;
  readonly at?: Timestamp;
}

export const testRoute: CommandModule = {
  define: (route) =>
    addCommand(route, {
      usage: "test",
      summary: "Print who would be reached, where and when, and why later",
      more: "Nothing is sent and nothing is changed.",
      examples: [
        "npx earshot route test",
        "npx earshot route test --to ana role:owner --level HIGH --expires 10m",
        "npx earshot route test --at 2026-11-24T03:00:00Z",
      ],
    })
      .option("--to <name...>", "who is asked: names of operators, or role:owner")
      .addOption(
        new Option("--level <level>", "as if an action of this level were asked").choices(LEVELS),
      )
      .option("--expires <time>", "as if it expired after this time", duration)
      .option("--at <time>", "as if it were asked then", moment),

  async run(context, command) {
    const { to, level, expires, at } = command.opts<RouteOptions>();
    const report = await context
      .connectAs("operator")
      .testRoute({ ...present({ to, level, expiresInMs: expires, at }) });
    const { output } = context;
    if (context.options.json === true) output.json(report);
    else for (const line of routeLines(report)) output.line(line);
    if (report.steps.length === 0) {
      output.note(
        "Nobody is reached on another platform. npx earshot link shows how to change it.",
      );
    }
    return EXIT_CODES.answered;
  },
};

function moment(text: string): Timestamp {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return new Date(ms).toISOString();
  throw new InvalidArgumentError("Give a time as 2026-11-24T03:00:00Z.");
}
