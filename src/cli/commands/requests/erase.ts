import type { Command } from "commander";
import { isYes } from "../../../channels/console/yes-no.ts";
import { EarshotError } from "../../../domain/errors.ts";
import type { RequestId } from "../../../domain/id.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { atControllingTerminal } from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

interface EraseOptions {
  readonly yes?: boolean;
  readonly about?: string;
  readonly person?: string;
  readonly close?: boolean;
}

export const erase: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "erase",
      summary: "Erase a closed request, or all that names a person or a case, for good",
      changes: true,
      more: "What was asked, its arguments and the answer are gone. Ids, digests, who decided and the log stay, and the log still verifies. --about and --person show what they would take, and take it only with --yes; while something of it is open nothing is taken without --close.",
      examples: [
        "npx earshot erase req_01j… --yes",
        `npx earshot erase --about "user 4711"`,
        `npx earshot erase --about "user 4711" --close --yes`,
        "npx earshot erase --person ana --yes",
      ],
    })
      .addArgument(idArgument("req", "[id]"))
      .option("--about <term>", "all that names it, whoever said it, in upper or lower case")
      .option("--person <name>", "what an operator who was removed has said, and their name")
      .option("--close", "with --about and --person: close first what is open")
      .option("--yes", "do not ask"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId | undefined];
    const options = command.opts<EraseOptions>();
    assertOne(command, id, options);
    if (id !== undefined) return await eraseOne(context, id, options);
    const { eraseMatter } = await import("../../requests/erase-matter.ts");
    return await eraseMatter(context, options);
  },
};

function assertOne(command: Command, id: RequestId | undefined, options: EraseOptions): void {
  const { about, person, close } = options;
  const given = [id, about, person].filter((one) => one !== undefined).length;
  if (given !== 1) {
    command.error("error: name what to erase: the id of a request, --about TERM or --person NAME");
  }
  if (id !== undefined && close === true) {
    command.error("error: --close goes with --about and --person; a request: npx earshot cancel");
  }
}

async function eraseOne(
  context: RunContext,
  id: RequestId,
  { yes }: EraseOptions,
): Promise<number> {
  const { output } = context;
  const earshot = context.connectAs("operator");
  if (yes !== true) await assertErasable(earshot, id);
  if (yes !== true && !(await confirm(context, id))) {
    output.note(`Nothing was erased of ${id}.`);
    return EXIT_CODES.error;
  }
  const erased = await earshot.erase({ id }, context.call);
  if (context.options.json === true) output.json(erased);
  else output.note(`Erased the content of ${erased.id}.`);
  return EXIT_CODES.answered;
}

/** Nobody is asked about what is not there, or is open and so cannot be erased. */
async function assertErasable(earshot: Pick<Earshot, "show">, id: RequestId): Promise<void> {
  const { request } = await earshot.show({ id });
  if (request.status !== "open") return;
  throw new EarshotError(
    "INVALID_INPUT",
    `Request ${id} is open: somebody may be about to answer it. Cancel it first; nothing was erased.`,
    { details: { id } },
  );
}

async function confirm({ signal }: RunContext, id: RequestId): Promise<boolean> {
  const why = "erasing asks at one; --yes erases without asking";
  return await atControllingTerminal({ why, signal }, async ({ readLine }) =>
    isYes(await readLine(`Erase the content of ${id} for good? [y/N] `)),
  );
}
