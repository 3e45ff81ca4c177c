import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { requireDecide } from "../../authority/require-decide.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const revoke: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "revoke",
      summary: "Take back an approval that was not used yet, or one's own vote",
      changes: true,
      more: "Whoever may decide the request, has approved it or is an owner takes an approval back; its grant is void from then, and the agent is told by whom and why. Of a request that is still open one takes back one's own vote. What was used cannot be taken back: npx earshot show tells.",
      examples: [
        "npx earshot revoke req_01j…",
        'npx earshot revoke req_01j… --reason "Wrong user"',
      ],
    })
      .addArgument(idArgument("req"))
      .option("--reason <text>", "why; the agent is told"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const { reason } = command.opts<{ reason?: string }>();
    const earshot = context.connectAs("operator");
    requireDecide(context, await earshot.whoami());
    const input = { id, ...present({ reason }) };
    const revoked = await earshot.revoke(input, context.call);
    if (context.options.json === true) context.output.json(revoked);
    else context.output.note(told(revoked));
    return EXIT_CODES.answered;
  },
};

function told({ id, status, authorization }: Shown<AuthorizationRequest>): string {
  if (status !== "open") return `Took back the approval of ${id}: it does not run.`;
  const { demand, votes } = authorization;
  return `Took back your approval of ${id}. It is open, with ${votes.length} of ${demand.quorum}.`;
}
