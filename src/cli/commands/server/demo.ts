import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLineReader } from "../../../channels/console/line-reader.ts";
import { findTerminal } from "../../../channels/console/terminal.ts";
import { isEarshotError } from "../../../domain/errors.ts";
import { createChildren } from "../../server/children.ts";
import type { Person } from "../../server/operator.ts";
import { runDemo } from "../../server/run-demo.ts";
import { createStage } from "../../server/stage.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

/** Time to read a step; where nobody watches, only enough to see the order. */
const BEAT_MS = 900;
const BRISK_BEAT_MS = 100;

export const demo: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "demo",
      summary: "Show the whole loop with a simulated agent, in under a minute",
      without: ["data"],
      more: "Runs a server of its own on a temporary folder, kills it in the middle, and leaves nothing behind. On a terminal you may answer the questions yourself.",
      examples: ["npx earshot demo", "npx earshot demo --no-input"],
    }).option("--no-input", "never ask; a simulated operator answers"),

  async run(context, command) {
    const { input } = command.opts<{ input: boolean }>();
    const startedAt = performance.now();
    try {
      await play(context, input ? findPerson() : undefined);
    } catch (error) {
      if (!context.signal.aborted && !isEarshotError(error, "INTERRUPTED")) throw error;
      context.output.note("\nInterrupted. Nothing of the demo is left.");
      return EXIT_CODES.interrupted;
    }
    farewell(context, Math.round((performance.now() - startedAt) / 1_000));
    return EXIT_CODES.answered;
  },
};

async function play(
  { output, options, signal }: RunContext,
  person: Person | undefined,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-demo-"));
  const children = createChildren();
  const tell = options.json === true ? output.note : output.line;
  const stage = createStage({
    style: output.style,
    beatMs: person === undefined ? BRISK_BEAT_MS : BEAT_MS,
    signal,
    print: person?.reader.print ?? tell,
  });
  try {
    tell("A simulated agent asks, a person answers, and in between the server is killed.");
    await runDemo({ folder, children, stage, signal, person });
  } finally {
    person?.reader.close();
    await children.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function findPerson(): Person | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  const terminal = findTerminal(process, "stdout");
  return { terminal, reader: createLineReader(terminal) };
}

function farewell({ output, options }: RunContext, seconds: number): void {
  if (options.json === true) output.json({ passed: true, seconds });
  else output.line(`\nThat was all of it, in ${seconds} s. Now yours: npx earshot start`);
}
