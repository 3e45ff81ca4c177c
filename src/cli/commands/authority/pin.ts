import { ENGLISH } from "../../../channels/console/voice.ts";
import { isTypedPart, TYPED_DIGITS } from "../../../domain/authority/action.ts";
import { EarshotError } from "../../../domain/errors.ts";
import type { RequestId } from "../../../domain/id.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { findAuthorization } from "../../authority/find-authorization.ts";
import { requestLines } from "../../authority/request-lines.ts";
import { requireDecide } from "../../authority/require-decide.ts";
import { assertWideEnough, showWhole } from "../../authority/show-whole.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { atControllingTerminal } from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { orStepUpAtTerminal } from "../../terminal/step-up.ts";

/** Shorter beginnings could be met by a definition that was made for it. */
const MIN_DIGITS = 12;

export const pin: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "pin",
      summary: "Take a tool that has changed as the known one, by a request that shows the change",
      changes: true,
      more: "Shows the definition as it was and as it is, and asks at the controlling terminal. From then on rules and standing permissions let its calls pass as before. It approves nothing, and approving a call pins nothing. Whoever has a passphrase gives it.",
      examples: ["npx earshot pin req_01j…", "npx earshot pin req_01j… --definition 4be1c09a77d2"],
    })
      .addArgument(idArgument("req"))
      .option(
        "--definition <digits>",
        `do not ask; only a definition whose digest begins so, at least ${MIN_DIGITS} digits`,
      ),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const { definition } = command.opts<{ readonly definition?: string }>();
    const earshot = context.connectAs("operator");
    requireDecide(context, await earshot.whoami(), "permit");
    const request = await findAuthorization(earshot, id);
    const hash = request.authorization.action.toolSchemaHash ?? "";
    assertPinnable(request);
    if (definition === undefined) await confirm(context, request, hash);
    else check(definition, request, hash);
    const pinned = await orStepUpAtTerminal(context.signal, (proof) =>
      earshot.pinTool({ id, hash, ...proof }, context.call),
    );
    if (context.options.json === true) context.output.json(pinned);
    else context.output.note(`Pinned ${oneLine(pinned.tool, 128)} as ${pinned.hash}.`);
    return EXIT_CODES.answered;
  },
};

/** Nobody types digits of a definition to be told then that there is none to pin. */
function assertPinnable({ id, authorization, erasedAt }: Shown<AuthorizationRequest>): void {
  if (authorization.toolChanged === true && erasedAt === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${id} shows no tool that has changed, so there is nothing to pin by it.`,
    { details: { id } },
  );
}

async function confirm(
  { signal }: RunContext,
  request: Shown<AuthorizationRequest>,
  hash: string,
): Promise<void> {
  const why = `pinning asks at one; a script names what it pins: --definition, at least ${MIN_DIGITS} digits`;
  const typed = await atControllingTerminal({ why, signal }, async (terminal) => {
    assertWideEnough(terminal);
    const isSeen = await showWhole(
      terminal,
      requestLines(request, ENGLISH, { width: terminal.columns }),
    );
    if (!isSeen) return "";
    return await terminal.readLine(
      `Type the first ${TYPED_DIGITS} digits of the new definition, ${hash.slice(0, MIN_DIGITS)}…, to pin it: `,
    );
  });
  if (!isTypedPart(typed, hash)) throw other(request, typed);
}

function check(given: string, request: Shown<AuthorizationRequest>, hash: string): void {
  const wanted = given.trim().toLowerCase();
  if (wanted.length < MIN_DIGITS || !hash.startsWith(wanted)) throw other(request, given);
}

function other({ id }: Shown<AuthorizationRequest>, given: string): EarshotError {
  return new EarshotError(
    "DIGEST_MISMATCH",
    `${JSON.stringify(given)} is not the beginning of the definition that ${id} shows. Nothing was pinned.`,
    { details: { id } },
  );
}
