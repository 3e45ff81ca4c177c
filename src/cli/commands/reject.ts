import type { Command } from "commander";
import { alsoRevokedWords } from "../../channels/console/closed-line.ts";
import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { AuthorizationRequest } from "../../domain/request.ts";
import type { RejectInput } from "../../ports/authority.ts";
import { addCommand, type CommandModule, collect, duration } from "../command.ts";
import { requireDecide } from "../decide/require-decide.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { idArgument } from "../id-argument.ts";
import type { RunContext } from "../run-context.ts";

interface RejectOptions {
  readonly reason: string;
  readonly likeThis?: boolean;
  readonly for?: number;
  readonly anyAt?: readonly string[];
}

export const reject: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "reject",
      summary: "Reject authorizations",
      more: "One rejection ends it, however many have approved. With --like-this it holds for a time: whatever the agent seeks that is like it is rejected at once, and nobody is asked; what is like it, was approved and is not used is taken back. npx earshot permissions lists such rejections and revokes them.",
      examples: [
        'npx earshot reject req_01j… --reason "Wrong user: see ticket 812"',
        'npx earshot reject req_01j… --reason "Not today" --like-this --any-at /note --for 4h',
      ],
    })
      .addArgument(idArgument("req", "<id...>"))
      .requiredOption("--reason <text>", "why; the agent is told")
      .option("--like-this", "also reject what is like it from now on")
      .option(
        "--for <duration>",
        "with --like-this: how long, at most 24h; 1h where absent",
        duration,
      )
      .option(
        "--any-at <pointer>",
        "with --like-this: an argument that may be anything; repeatable",
        collect,
      ),

  async run(context, command) {
    const [ids] = command.processedArgs as [readonly RequestId[]];
    const said = saidOf(command);
    const earshot = context.connectAs("operator");
    requireDecide(context, await earshot.whoami());
    let failure: EarshotError | undefined;
    for (const [index, id] of ids.entries()) {
      // What is like the first is said once.
      const input = index === 0 ? { ...said, id } : { id, reason: said.reason };
      try {
        report(context, await earshot.reject(input, callFor(context, id, ids)));
      } catch (error) {
        if (ids.length === 1 || !isEarshotError(error)) throw error;
        // One that somebody else was faster with keeps none of the others back.
        context.output.note(error.message);
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return EXIT_CODES.answered;
  },
};

function report({ options, output }: RunContext, rejected: AuthorizationRequest): void {
  if (options.json === true) output.json(rejected);
  else output.note(`Rejected ${rejected.id}.${alsoRevokedWords(rejected)}`);
}

/** One key stands for one call: of several each has its own. */
function callFor({ call }: RunContext, id: RequestId, ids: readonly RequestId[]) {
  const { idempotencyKey } = call;
  if (ids.length === 1 || idempotencyKey === undefined) return call;
  return { ...call, idempotencyKey: `${idempotencyKey} ${id}` };
}

function saidOf(command: Command): Omit<RejectInput, "id"> {
  const { reason, likeThis, for: forMs, anyAt } = command.opts<RejectOptions>();
  if (likeThis !== true && (forMs !== undefined || anyAt !== undefined)) {
    command.error("error: --for and --any-at say how far --like-this reaches: give it too.");
  }
  if (likeThis !== true) return { reason };
  return {
    ...{ reason, covers: "like" },
    ...(forMs === undefined ? {} : { forMs }),
    ...(anyAt === undefined ? {} : { anyAt }),
  };
}
