import type { Command } from "commander";
import type { KeyId } from "../../../domain/id.ts";
import type { WebSession } from "../../../ports/earshot/operators.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

/** The group; its commands follow. */
export function defineWebSessions(program: Command): Command {
  return program
    .command("web-sessions")
    .summary("See in which browsers people are signed in, and end that")
    .description("See in which browsers people are signed in, and end that.");
}

export const listWebSessions: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "list",
      summary: "List the browsers that are signed in to the inbox",
      more: "An owner sees everybody's, others see their own.",
      examples: ["npx earshot web-sessions list"],
    }),

  async run(context) {
    const { output, options } = context;
    const listed = await context.connectAs("operator").listWebSessions();
    if (options.json === true) output.json(listed);
    else for (const session of listed.items) output.line(sessionLine(session));
    return EXIT_CODES.answered;
  },
};

function sessionLine({ id, name, browser, atTerminal, createdAt, expiresAt }: WebSession): string {
  const how = atTerminal ? "" : ", HIGH and CRITICAL by passkey only";
  return `${id}  ${oneLine(name, 40)}  ${oneLine(browser, 60)}, since ${createdAt}, until ${expiresAt}${how}`;
}

export const revokeWebSession: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "revoke",
      summary: "End a web session at once; votes given in it are withdrawn",
      changes: true,
      more: "Whoever only leaves a browser signs out in the inbox, and what was decided there stands.",
      examples: ["npx earshot web-sessions revoke key_01j…"],
    }).addArgument(idArgument("web")),

  async run(context, command) {
    const [id] = command.processedArgs as [KeyId];
    const { output, options, call } = context;
    const session = await context.connectAs("operator").revokeWebSession({ id }, call);
    if (options.json === true) output.json(session);
    else output.note(`Revoked ${session.id} of ${oneLine(session.name, 40)}.`);
    return EXIT_CODES.answered;
  },
};
