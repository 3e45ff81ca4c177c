import { type Command, Option } from "commander";
import { inTime } from "../../../domain/in-words.ts";
import { LINK_LIFE_MS } from "../../../domain/limits.ts";
import type { PersonPrincipal, Role } from "../../../domain/people/principal.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import type { Operator } from "../../../ports/earshot/operators.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { inboxAt } from "../../people/inbox-at.ts";
import { makeLink } from "../../people/make-link.ts";
import { noteSecond } from "../../people/note-second.ts";
import { printLink } from "../../people/print-link.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { answeringServer } from "../../terminal/connect.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { orStepUpAtTerminal } from "../../terminal/step-up.ts";

/** The group; its commands follow. */
export function defineOperators(program: Command): Command {
  return program
    .command("operators")
    .summary("Say who answers: add people, let them in, remove them")
    .description("Say who answers: add people, let them in, remove them.");
}

const LINK_REMARK = `The link is the last line of standard output. It is good once and for ${inTime(LINK_LIFE_MS)}, and whoever opens it first is that person here: hand it to nobody else.`;

export const listOperators: CommandModule = {
  define: (operators) =>
    addCommand(operators, {
      usage: "list",
      summary: "List the people who answer, and how each can come in",
      examples: ["npx earshot operators list"],
    }),

  async run(context) {
    const { output, options } = context;
    const listed = await context.connectAs("operator").listOperators();
    if (options.json === true) output.json(listed);
    else for (const operator of listed.items) output.line(operatorLine(operator));
    return EXIT_CODES.answered;
  },
};

function operatorLine(operator: Operator): string {
  const { principal } = operator;
  return `${oneLine(principal.name, 40)}  ${principal.role}  ${waysIn(operator)}`;
}

function waysIn({ keys, webSessions, passkeys, invitedUntil }: Operator): string {
  if (keys + webSessions + passkeys > 0) {
    const counts = [counted(keys, "key"), counted(webSessions, "web session")];
    return [...counts, counted(passkeys, "passkey")].join(", ");
  }
  return invitedUntil === undefined ? "cannot come in" : `invited, until ${invitedUntil}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export const addOperator: CommandModule = {
  define: (operators) =>
    addCommand(operators, {
      usage: "add <name>",
      summary: "Add a person who answers, and print a sign-in link for them",
      changes: true,
      more: `${LINK_REMARK} Whoever has a passphrase gives it at the terminal.`,
      examples: ["npx earshot operators add ana", "npx earshot operators add ben --role viewer"],
    }).addOption(
      new Option("--role <role>", "what they may do")
        .choices(["owner", "approver", "viewer"])
        .default("approver"),
    ),

  async run(context, command) {
    const [name] = command.processedArgs as [string];
    const { role } = command.opts<{ readonly role: Role }>();
    const earshot = context.connectAs("operator");
    let given = {};
    const person = await orStepUpAtTerminal(context.signal, (proof) => {
      given = proof;
      return earshot.addOperator({ name, role, ...proof }, context.call);
    });
    context.output.note(`${oneLine(person.name, 40)} is here as ${person.role}.`);
    if (person.role !== "viewer") await noteSecond(context, earshot);
    return await linkFor(context, earshot, { operator: name, given });
  },
};

export const linkOperator: CommandModule = {
  define: (operators) =>
    addCommand(operators, {
      usage: "link",
      summary: "Print a sign-in link for a person who answers",
      changes: true,
      more: LINK_REMARK,
      examples: ["npx earshot operators link ana"],
    }).addArgument(idArgument("operator", "<name>")),

  async run(context, command) {
    const [{ name }] = command.processedArgs as [PersonPrincipal];
    return await linkFor(context, context.connectAs("operator"), { operator: name });
  },
};

async function linkFor(
  context: RunContext,
  earshot: Earshot,
  of: Parameters<typeof makeLink>[2],
): Promise<number> {
  const server = await answeringServer(context);
  // The key of a change stands for this one command, which may have made another change with it.
  const { idempotencyKey, ...call } = context.call;
  const key = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}:link` };
  const link = await makeLink(earshot, { ...context, call: { ...call, ...key } }, of);
  printLink(context, link, { server: inboxAt(context, server), isOwn: false });
  return EXIT_CODES.answered;
}

export const removeOperator: CommandModule = {
  define: (operators) =>
    addCommand(operators, {
      usage: "remove",
      summary: "Remove a person: all their keys, web sessions and passkeys",
      changes: true,
      more: "Their answers and rejections stand, and so does what has run. What they approved and is not used can be used no more; their votes on what is open are withdrawn, their standing permissions revoked. Unused sign-in links that they made, or that sign them in, are good no more. The last owner cannot be removed.",
      examples: ["npx earshot operators remove ana"],
    }).addArgument(idArgument("operator", "<name>")),

  async run(context, command) {
    const [{ id }] = command.processedArgs as [PersonPrincipal];
    const { output, options, signal, call } = context;
    const earshot = context.connectAs("operator");
    const person = await orStepUpAtTerminal(signal, (proof) =>
      earshot.removeOperator({ id, ...proof }, call),
    );
    if (options.json === true) output.json(person);
    else {
      const shown = oneLine(person.name, 40);
      output.note(`Removed ${shown}: no key, web session or passkey of theirs works any more.`);
    }
    return EXIT_CODES.answered;
  },
};
