import { EarshotError, isEarshotError } from "../../../domain/errors.ts";
import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type { GrantRefusal, RedeemInput } from "../../../ports/earshot/authority.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { findAuthorization } from "../../authority/find-authorization.ts";
import { addEvidence, type EvidenceOptions, evidenceOf } from "../../authority/read-evidence.ts";
import { readObject } from "../../authority/read-object.ts";
import { readResources } from "../../authority/read-resources.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, collect } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

interface RedeemOptions extends EvidenceOptions {
  readonly args: string;
  readonly tool?: string;
  readonly session?: string;
  readonly resource?: readonly string[];
}

export const redeem: CommandModule = {
  define: (program) =>
    addEvidence(
      addCommand(program, {
        usage: "redeem",
        summary: "Use an approval, once, right before the action runs",
        changes: true,
        more: "Names what is about to run: tool, arguments, session and files as they are now. Exits 0 and prints the arguments on standard output where that is what was approved. Exits 17 without them if an earlier call with the same --idempotency-key has used the approval: the action may have run. On any other exit do not run the action.",
        examples: [
          `npx earshot redeem req_01j… --args '{"user_id":"user123"}'`,
          "npx earshot redeem req_01j… --args @deploy.json --resource build.tar.gz",
        ],
      })
        .addArgument(idArgument("req", "<id>", "agent"))
        .requiredOption(
          "--args <json>",
          "the arguments: a JSON object, @file, or - for standard input",
        )
        .option("--tool <name>", "the tool; the one that was asked for where absent")
        .option("--session <name>", "the run of the agent, where it was asked for with one")
        .option("--resource <file>", "a file that it was asked for with; repeatable", collect),
      "what it was asked for with",
    ),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const options = command.opts<RedeemOptions>();
    const args = await readObject("--args", options.args);
    const resources = options.resource === undefined ? undefined : readResources(options.resource);
    const earshot = context.connectAs("agent");
    const { authorization } = await findAuthorization(earshot, id);
    const { action, edit } = authorization;
    const { tool, toolSchemaHash } = action;
    const { output } = context;
    if (edit !== undefined) {
      const patch = visibleText(JSON.stringify(edit.patch), { keepLines: false });
      output.note(`An operator changed the arguments before approving: ${patch}`);
    }
    const input: RedeemInput = {
      request: id,
      tool: options.tool ?? tool,
      args,
      ...(await evidenceOf(options)),
      ...present({
        session: options.session,
        toolSchemaHash: toolSchemaHash ?? undefined,
        resources,
      }),
    };
    const redeemed = await earshot.redeem(input, context.call).catch((error: unknown) => {
      throw explainRefusal(error, id);
    });
    if (context.options.json === true) output.json(redeemed);
    if (redeemed.repeated === true) {
      output.note(
        `An earlier call with this idempotency key used the approval at ${redeemed.redeemedAt}: the action may have run. Do not run it again, unless you know that it has not.`,
      );
      return EXIT_CODES.repeated;
    }
    if (context.options.json !== true) output.json(args);
    return EXIT_CODES.approved;
  },
};

const SEEK_AGAIN = "Seek the approval again: npx earshot authorize.";
const AGAIN = "npx earshot redeem again tries it with a new grant.";

/** What an agent does about a refused grant, besides not running the action. */
const NEXT: Readonly<Record<GrantRefusal, (id: RequestId) => string>> = {
  not_ours: () => AGAIN,
  expired: () => AGAIN,
  replaced: () => AGAIN,
  used: () => SEEK_AGAIN,
  other_action: (id) =>
    `The approval is not used up: redeem it with the arguments that npx earshot wait ${id} prints, and with the tool, the session and the files that it was sought with.`,
  revoked: () => "npx earshot wait tells who took it back, and why.",
  other_agent: () => "Use the key of the agent that has sought it.",
  denied_now: () => "npx earshot policy test says which rule it is.",
  demands_more: () => SEEK_AGAIN,
  approver_gone: () => SEEK_AGAIN,
  permission_over: () => SEEK_AGAIN,
  agent_halted: () => "Stop, and wait until an operator lets you go on.",
  unknown: () => SEEK_AGAIN,
};

/** The same error, which also says what to do next. */
function explainRefusal(error: unknown, id: RequestId): unknown {
  if (!isEarshotError(error, "GRANT_REFUSED")) return error;
  const next = NEXT[String(error.details?.["reason"]) as GrantRefusal] as
    | ((id: RequestId) => string)
    | undefined;
  const told = `${error.message} Do not run the action. ${next?.(id) ?? ""}`.trimEnd();
  return new EarshotError(error.code, told, { cause: error, details: error.details ?? {} });
}
