import type { Command } from "commander";
import { isYes } from "../../../channels/console/yes-no.ts";
import { inTime } from "../../../domain/in-words.ts";
import { LONGEST_LEAP_MS, LONGEST_PAUSE_MS } from "../../../domain/limits.ts";
import type { ClockState } from "../../../ports/earshot/status.ts";
import { clockWords } from "../../server/clock-words.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { atControllingTerminal } from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

export function defineClock(program: Command): Command {
  return program
    .command("clock")
    .summary("Show the server's time, and accept a jump of the clock")
    .description("Show the server's time, and accept a jump of the clock.");
}

export const showClock: CommandModule = {
  define: (clock) =>
    addCommand(clock, {
      usage: "show",
      summary: "Show the server's time, and whether the clock of its system is right",
      more: "A clock that was set back does not take time back: it goes on by itself until the clock has caught up.",
      examples: ["npx earshot clock show"],
    }),

  async run(context) {
    const state = await context.connectAs("operator").clock();
    print(context, state);
    return EXIT_CODES.answered;
  },
};

export const acceptClock: CommandModule = {
  define: (clock) =>
    addCommand(clock, {
      usage: "accept",
      summary: "Accept a jump of the system's clock, so that the server goes on at its time",
      changes: true,
      more: `A clock that jumps ahead by more than ${inTime(LONGEST_LEAP_MS)}, or that finds the record of a start to have rested for more than ${inTime(LONGEST_PAUSE_MS)}, waits for an owner: until then nothing is decided, ended or written. It asks at the controlling terminal. What has ended by the new time is over for good, so look whether it is right: if it is not, set the clock of the machine, and the server goes on by itself.`,
      examples: ["npx earshot clock accept", "npx earshot clock accept --yes"],
    }).option("--yes", "do not ask"),

  async run(context, command) {
    const { yes } = command.opts<{ readonly yes?: true }>();
    const earshot = context.connectAs("operator");
    const seen = await earshot.clock();
    if (seen.state === "jumped" && yes !== true && !(await isAccepted(context, seen))) {
      context.output.note("Nothing was accepted.");
      return EXIT_CODES.error;
    }
    print(context, await earshot.acceptClock({ told: seen.told }, context.call));
    return EXIT_CODES.answered;
  },
};

async function isAccepted({ signal }: RunContext, seen: ClockState): Promise<boolean> {
  const why = "a time is accepted by a person at one; a script says --yes";
  return await atControllingTerminal({ why, signal }, async (terminal) => {
    terminal.print(clockWords(seen));
    return isYes(await terminal.readLine(`Is it ${seen.told} now? [y/N] `));
  });
}

function print({ output, options }: RunContext, state: ClockState): void {
  if (options.json === true) output.json(state);
  else output.line(clockWords(state));
}
