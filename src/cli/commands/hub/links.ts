import { Argument, type Command } from "commander";
import type { EarshotClient } from "../../../client/client.ts";
import type { RemoteChannel } from "../../../domain/channel-kind.ts";
import { EarshotError } from "../../../domain/errors.ts";
import type { Link } from "../../../domain/hub/link.ts";
import type { LinkId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type { CallOptions } from "../../../ports/earshot/call.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { addressText } from "../../hub/delivery-line.ts";
import { channelArgument, idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const ADDRESS_WIDTH = 24;
const NAME_WIDTH = 16;
const OTHERS_WIDTH = 56;

/** The group; its commands follow. */
export function defineLinks(program: Command): Command {
  return program
    .command("links")
    .summary("See and change the addresses that people are reached at")
    .description("See and change the addresses that people are reached at.");
}

export const listLinks: CommandModule = {
  define: (links) =>
    addCommand(links, {
      usage: "list",
      summary: "List links: whose address is where",
      more: "The number says in which order an operator is reached; a chat is read by several.",
      examples: ["npx earshot links list"],
    }),

  async run({ output, options, ...context }) {
    const listed = await context.connectAs("operator").listLinks();
    if (options.json === true) output.json(listed);
    else for (const link of listed.items) output.line(linkLine(link, output.columns));
    if (listed.items.length === 0) output.note("No links. Make one: npx earshot link slack");
    return EXIT_CODES.answered;
  },
};

export const removeLink: CommandModule = {
  define: (links) =>
    addCommand(links, {
      usage: "remove",
      summary: "Remove a link: nothing is sent there, and nobody answers from there",
      changes: true,
      examples: ["npx earshot links remove lnk_01j…"],
    }).addArgument(idArgument("lnk")),

  async run(context, command) {
    const [id] = command.processedArgs as [LinkId];
    const removed = await context.connectAs("operator").removeLink({ id }, context.call);
    if (context.options.json === true) context.output.json(removed);
    else context.output.note(`Removed ${removed.id}.`);
    return EXIT_CODES.answered;
  },
};

export const firstLink: CommandModule = {
  define: (links) =>
    addCommand(links, {
      usage: "first",
      summary: "Have an operator reached at this address first",
      changes: true,
      examples: ["npx earshot links first lnk_01j…"],
    }).addArgument(idArgument("lnk")),

  async run(context, command) {
    const [id] = command.processedArgs as [LinkId];
    const earshot = context.connectAs("operator");
    return printLink(context, await putFirst(earshot, id, context.call));
  },
};

interface ChatOptions {
  readonly thread?: string;
  readonly name?: string;
}

export const linkChat: CommandModule = {
  define: (links) =>
    addCommand(links, {
      usage: "chat",
      summary: "Link a chat that several people read",
      changes: true,
      more: "Whoever answers there has to be linked too: npx earshot link.",
      examples: [
        "npx earshot links chat slack C0123456789 --name releases",
        "npx earshot links chat telegram -1001234567890 --thread 7",
      ],
    })
      .addArgument(channelArgument())
      .addArgument(new Argument("<chat>", "as the platform names it"))
      .option("--thread <id>", "a thread of it, or a topic")
      .option("--name <name>", "for people, to tell links apart"),

  async run(context, command) {
    const [channel, chatId] = command.processedArgs as [RemoteChannel, string];
    const { thread, name } = command.opts<ChatOptions>();
    const input = { channel, chatId, ...present({ threadId: thread, name }) };
    return printLink(context, await context.connectAs("operator").linkChat(input, context.call));
  },
};

function printLink({ output, options }: RunContext, link: Link): number {
  if (options.json === true) output.json(link);
  else output.line(linkLine(link, output.columns));
  return EXIT_CODES.answered;
}

/**
 * One link; an operator is reached first at the link with the lowest number. Not cut if there is no
 * terminal width to fit.
 */
function linkLine(link: Link, columns: number | undefined): string {
  const whose = link.operator === undefined ? "chat" : `#${link.rank}`;
  const room = columns === undefined ? Number.MAX_SAFE_INTEGER : columns - OTHERS_WIDTH;
  const address = addressText(link, Math.max(room, ADDRESS_WIDTH)).padEnd(ADDRESS_WIDTH);
  return `${link.id}  ${whose.padEnd(4)}  ${address}  ${oneLine(link.name, NAME_WIDTH)}`;
}

/** Ranks a link first, and after it the operator's other links in their previous order. */
async function putFirst(
  earshot: Pick<EarshotClient, "listLinks" | "rankLink">,
  id: LinkId,
  { idempotencyKey: key, ...call }: CallOptions,
): Promise<Link> {
  const { items } = await earshot.listLinks();
  const link = items.find((one) => one.id === id);
  if (link === undefined) throw notThere(id);
  if (link.operator === undefined) throw ofSeveral(link);
  const others = items
    .filter((one) => one.operator === link.operator && one.id !== id)
    .toSorted((a, b) => a.rank - b.rank);
  const rankOf = async (one: Link, rank: number) =>
    one.rank === rank
      ? one
      : await earshot.rankLink(
          { id: one.id, rank },
          {
            ...call,
            ...present({ idempotencyKey: key === undefined ? undefined : `${key}:${one.id}` }),
          },
        );
  const first = await rankOf(link, 1);
  for (const [index, other] of others.entries()) await rankOf(other, index + 2);
  return first;
}

function notThere(id: LinkId): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `There is no link ${id}. npx earshot links list shows those there are.`,
    { details: { id } },
  );
}

function ofSeveral({ id }: Link): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `${id} is a chat that several people read, and chats have no order.`,
    { details: { id } },
  );
}
