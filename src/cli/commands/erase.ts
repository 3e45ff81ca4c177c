import type { RequestId } from "../../domain/id.ts";
import { addCommand, type CommandModule } from "../command.ts";
import { atControllingTerminal } from "../controlling-terminal.ts";
import { isYes } from "../decide/is-yes.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { idArgument } from "../id-argument.ts";
import type { RunContext } from "../run-context.ts";

export const erase: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "erase",
      summary: "Erase the content of a closed request for good",
      more: "What was asked, its arguments and the answer are gone. Ids, digests, who decided and the log stay, and the log still verifies.",
      examples: ["npx earshot erase req_01j…", "npx earshot erase req_01j… --yes"],
    })
      .addArgument(idArgument("req"))
      .option("--yes", "do not ask"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const { yes } = command.opts<{ yes?: boolean }>();
    const { output } = context;
    if (yes !== true && !(await confirm(context, id))) {
      output.note(`Nothing was erased of ${id}.`);
      return EXIT_CODES.error;
    }
    const erased = await context.connectAs("operator").erase({ id }, context.call);
    if (context.options.json === true) output.json(erased);
    else output.note(`Erased the content of ${erased.id}.`);
    return EXIT_CODES.answered;
  },
};

async function confirm({ signal }: RunContext, id: RequestId): Promise<boolean> {
  const why = "erasing asks at one; --yes erases without asking";
  return await atControllingTerminal({ why, signal }, async ({ readLine }) =>
    isYes(await readLine(`Erase the content of ${id} for good? [y/N] `)),
  );
}
