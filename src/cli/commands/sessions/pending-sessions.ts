import type { EarshotClient } from "../../../client/client.ts";
import type { SessionId } from "../../../domain/id.ts";
import type { Session } from "../../../domain/sessions/session.ts";
import { sessionLine } from "../../sessions/session-line.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

const PAGE = 100;

export const pendingSessions: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "pending",
      summary: "Show the orders that wait for your word",
      more: "After a restore, and in a chat that was never heard before, an order that is found in its history may have been carried out already. Each is shown with who said it, when and where. npx earshot sessions begin has it carried out, npx earshot sessions cancel drops it.",
      examples: ["npx earshot sessions pending"],
    }),

  async run(context) {
    const { output } = context;
    const items = await allPending(context.connectAs("operator"));
    if (context.options.json === true) output.json({ items });
    else if (items.length === 0) output.note("No order waits for your word.");
    else for (const session of items) output.line(sessionLine(session, output, Date.now()));
    return EXIT_CODES.answered;
  },
};

export const beginSession: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "begin",
      summary: "Have orders carried out that wait for your word",
      more: "npx earshot sessions pending shows them. Prints the id of each; it is queued until a host that runs its agent takes it up.",
      examples: [
        "npx earshot sessions begin ses_01j…",
        "npx earshot sessions begin ses_01j… ses_01k…",
      ],
    }).addArgument(idArgument("ses", "<id...>")),

  async run(context, command) {
    const [ids] = command.processedArgs as [readonly SessionId[]];
    const earshot = context.connectAs("operator");
    const { output } = context;
    for (const id of ids) {
      const session = await earshot.beginSession({ id });
      if (context.options.json === true) output.json(session);
      else output.line(id);
    }
    return EXIT_CODES.answered;
  },
};

/** The newest first. */
async function allPending(earshot: Pick<EarshotClient, "listSessions">): Promise<Session[]> {
  const found: Session[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? {} : { cursor };
    const page = await earshot.listSessions({ status: "pending", limit: PAGE, ...from });
    found.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
