import { type Command, Option } from "commander";
import type { EarshotClient } from "../../../client/client.ts";
import type { RemoteChannel } from "../../../domain/channel-kind.ts";
import { DELIVERY_STATUSES, type DeliveryStatus } from "../../../domain/hub/delivery.ts";
import type { DeliveryId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type { CallOptions } from "../../../ports/earshot/call.ts";
import type { ShownDelivery } from "../../../ports/earshot/hub.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { chosenDeliveries } from "../../hub/chosen-deliveries.ts";
import { addressText, deliveryLine } from "../../hub/delivery-line.ts";
import { heldWords } from "../../hub/held-words.ts";
import { channelOption, idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, noteNext, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const LABEL_WIDTH = 10;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The group; its commands follow. */
export function defineDeliveries(program: Command): Command {
  return program
    .command("deliveries")
    .summary("See what reached people, and what did not")
    .description("See what reached people on other platforms, and what did not.");
}

interface ListOptions {
  readonly status?: DeliveryStatus;
  readonly channel?: RemoteChannel;
  readonly limit: number;
  readonly cursor?: string;
}

export const listDeliveries: CommandModule = {
  define: (deliveries) =>
    addCommand(deliveries, {
      usage: "list",
      summary: "List deliveries, newest first",
      examples: [
        "npx earshot deliveries list --status failed",
        "npx earshot deliveries list --channel slack --json",
      ],
    })
      .addOption(new Option("--status <status>", "only those").choices(DELIVERY_STATUSES))
      .addOption(channelOption("only those of this channel"))
      .option("--limit <count>", "how many at most", wholeNumber(1, 100), 50)
      .option("--cursor <cursor>", "go on behind a page, with its next"),

  async run(context, command) {
    const { status, channel, limit, cursor } = command.opts<ListOptions>();
    const page = await context
      .connectAs("operator")
      .deliveries({ limit, ...present({ status, channel, cursor }) });
    const { output } = context;
    if (context.options.json === true) {
      output.json(page);
      return EXIT_CODES.answered;
    }
    for (const delivery of page.items) output.line(deliveryLine(delivery, output, Date.now()));
    if (page.items.length === 0) output.note("No deliveries.");
    noteNext(output, command, page.next);
    return EXIT_CODES.answered;
  },
};

export const showDelivery: CommandModule = {
  define: (deliveries) =>
    addCommand(deliveries, {
      usage: "show",
      summary: "Show a delivery: where it went, and what came of it",
      examples: ["npx earshot deliveries show dlv_01j…"],
    }).addArgument(idArgument("dlv")),

  async run(context, command) {
    const [id] = command.processedArgs as [DeliveryId];
    const delivery = await context.connectAs("operator").delivery({ id });
    if (context.options.json === true) context.output.json(delivery);
    else for (const line of deliveryDetails(delivery)) context.output.line(line);
    return EXIT_CODES.answered;
  },
};

export const resendDeliveries: CommandModule = {
  define: (deliveries) =>
    addChoice(deliveries, {
      verb: "resend",
      summary: "Try deliveries that have failed once more",
      more: "One that may stand there already says so when it comes a second time.",
    }),
  run: (context, command) =>
    changeEach(context, command, {
      verb: "Resend",
      done: "queued again",
      change: (earshot, id, call) => earshot.resendDelivery({ id }, call),
    }),
};

export const dropDeliveries: CommandModule = {
  define: (deliveries) =>
    addChoice(deliveries, {
      verb: "drop",
      summary: "Give deliveries up that have failed or wait",
      more: "What is dropped stays where it was asked: in the inbox and on the terminal.",
    }),
  run: (context, command) =>
    changeEach(context, command, {
      verb: "Drop",
      done: "dropped",
      change: (earshot, id, call) => earshot.dropDelivery({ id }, call),
    }),
};

interface Choice {
  readonly verb: string;
  readonly summary: string;
  readonly more: string;
}

function addChoice(deliveries: Command, { verb, summary, more }: Choice): Command {
  return addCommand(deliveries, {
    usage: verb,
    summary,
    changes: true,
    more: `${more} With --all-failed it asks for their number at the controlling terminal.`,
    examples: [
      `npx earshot deliveries ${verb} dlv_01j…`,
      `npx earshot deliveries ${verb} --all-failed --channel slack`,
    ],
  })
    .addArgument(idArgument("dlv", "[id...]"))
    .option("--all-failed", "all that have failed")
    .addOption(channelOption("of these, only those of this channel"))
    .option("--yes", "do not ask");
}

interface Change {
  readonly verb: "Resend" | "Drop";
  readonly done: string;
  change(earshot: EarshotClient, id: DeliveryId, call: CallOptions): Promise<ShownDelivery>;
}

async function changeEach(
  context: RunContext,
  command: Command,
  { verb, done, change }: Change,
): Promise<number> {
  const { output, options } = context;
  const earshot = context.connectAs("operator");
  const ids = await chosenDeliveries(context, command, { earshot, verb });
  const changed: ShownDelivery[] = [];
  for (const id of ids) {
    const delivery = await change(earshot, id, callFor(context, id));
    changed.push(delivery);
    if (options.json !== true) output.note(`${id} is ${done}.`);
  }
  if (options.json === true) output.json({ items: changed });
  else if (ids.length === 0) output.note("Nothing was changed.");
  return EXIT_CODES.answered;
}

/** One key stands for the whole command, which makes several changes. */
function callFor({ call }: RunContext, id: DeliveryId): CallOptions {
  const { idempotencyKey: key } = call;
  return key === undefined ? call : { ...call, idempotencyKey: `${key}:${id}` };
}

/** Everything known about a delivery, one line each. */
export function deliveryDetails(delivery: ShownDelivery): readonly string[] {
  const { id, status, item, address, part, attempts, heldFor, dueAt, error, post } = delivery;
  const { createdAt, behind } = delivery;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["delivery", id],
    ["status", status],
    ["of", item],
    ["part", part && `${part.index} of ${part.of}`],
    ["to", addressText(address, NO_LIMIT)],
    ["operator", delivery.operator],
    ["agent", delivery.agent],
    ["attempts", `${attempts}${delivery.isResent === true ? ", may stand there twice" : ""}`],
    ["next", delivery.job && `${delivery.job}, ${dueAt ?? "at once"}`],
    ["held", heldFor && heldWords({ heldFor, at: dueAt ?? createdAt })],
    ["behind", behind],
    ["error", error && `${error.code.replace("_", " ")}: ${error.message}`],
    ["posted as", post?.ids.join(", ")],
    ["digest", delivery.digest],
    ["created", createdAt],
    ["sent", delivery.sentAt],
    ["seen", delivery.seenAt],
  ];
  return facts.flatMap(([label, value]) =>
    value === undefined
      ? []
      : [`${label.padEnd(LABEL_WIDTH)} ${visibleText(value, { keepLines: false })}`],
  );
}
