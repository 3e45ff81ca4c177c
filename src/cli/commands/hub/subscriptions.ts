import { type Command, Option } from "commander";
import type { EarshotClient } from "../../../client/client.ts";
import { DEFAULT_OVERLAP_MS } from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import type { ListedAgent } from "../../../ports/earshot/inbox.ts";
import type {
  ShownSubscription,
  SubscriptionMade,
  SubscriptionOf,
} from "../../../ports/earshot/subscriptions.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { idOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, duration } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const URL_WIDTH = 80;

/** The group; its commands follow. */
export function defineSubscriptions(program: Command): Command {
  return program
    .command("subscriptions")
    .summary("Have the program of an agent called when its requests close")
    .description("Have the program of an agent called when its requests close.");
}

export const listSubscriptions: CommandModule = {
  define: (subscriptions) =>
    addCommand(subscriptions, {
      usage: "list",
      summary: "List which agents are called, and where",
      examples: ["npx earshot subscriptions list"],
    }),

  async run({ output, options, ...context }) {
    const listed = await context.connectAs("operator").listSubscriptions();
    if (options.json === true) output.json(listed);
    else for (const one of listed.items) output.line(lineOf(one));
    if (listed.items.length === 0) {
      output.note("Nobody is called. Subscribe an agent: npx earshot subscriptions add URL");
    }
    return EXIT_CODES.answered;
  },
};

function lineOf({ agent, url, formerUntil }: ShownSubscription): string {
  const where = url === undefined ? "where a request says so" : oneLine(url, URL_WIDTH);
  const former = formerUntil === undefined ? "" : `  the former secret signs until ${formerUntil}`;
  return `${agent}  ${where}${former}`;
}

export const addSubscription: CommandModule = {
  define: (subscriptions) =>
    withAgent(
      addCommand(subscriptions, {
        usage: "add [url]",
        summary: "Call this URL when a request of the agent closes, or change where",
        changes: true,
        more: "The calls are webhooks by Standard Webhooks. The first time, the last line of standard output is the secret that signs them, shown this once. Without a URL only those requests call that name one, with --notify. It has to be https on the public internet, or a host that the server was started with --notify-host for.",
        examples: [
          "npx earshot subscriptions add https://agent.example.com/earshot",
          "npx earshot subscriptions add --agent scout https://agent.example.com/earshot",
        ],
      }),
    ),

  async run(context, command) {
    const [url] = command.processedArgs as [string | undefined];
    const { earshot, of } = whose(context, command);
    const made = await earshot.setSubscription({ ...of, ...present({ url }) }, context.call);
    tellMade(context, made);
    return EXIT_CODES.answered;
  },
};

export const rotateSubscription: CommandModule = {
  define: (subscriptions) =>
    withAgent(
      addCommand(subscriptions, {
        usage: "rotate",
        summary: "Replace the secret that signs; the former signs too for an overlap",
        changes: true,
        more: "The last line of standard output is the new secret. Put it where the program reads the former before the overlap ends.",
        examples: [
          "npx earshot subscriptions rotate",
          "npx earshot subscriptions rotate --agent scout --overlap 0s",
        ],
      }),
    ).option("--overlap <duration>", "how long the former signs too", duration, DEFAULT_OVERLAP_MS),

  async run(context, command) {
    const { overlap: overlapMs } = command.opts<{ overlap: number }>();
    const { earshot, of } = whose(context, command);
    tellMade(context, await earshot.rotateSubscription({ ...of, overlapMs }, context.call));
    return EXIT_CODES.answered;
  },
};

export const removeSubscription: CommandModule = {
  define: (subscriptions) =>
    withAgent(
      addCommand(subscriptions, {
        usage: "remove",
        summary: "Call the agent no more, and forget its secret",
        changes: true,
        more: "What waits to be sent is not sent either, and shows among npx earshot deliveries list.",
        examples: ["npx earshot subscriptions remove --agent scout"],
      }),
    ),

  async run(context, command) {
    const { earshot, of } = whose(context, command);
    const removed = await earshot.removeSubscription(of, context.call);
    if (context.options.json === true) context.output.json(removed);
    else context.output.note(`${removed.agent} is not called any more.`);
    return EXIT_CODES.answered;
  },
};

export const testSubscription: CommandModule = {
  define: (subscriptions) =>
    withAgent(
      addCommand(subscriptions, {
        usage: "test",
        summary: "Call the agent's URL now, with an event that says only that",
        more: "Exits 0 if it was taken, 1 if not.",
        examples: ["npx earshot subscriptions test --agent scout"],
      }),
    ),

  async run(context, command) {
    const { earshot, of } = whose(context, command);
    const tested = await earshot.testSubscription(of);
    const { isTaken, status, why } = tested;
    if (context.options.json === true) context.output.json(tested);
    else context.output.note(isTaken ? `It was taken, with ${status}.` : `Not taken. ${why}`);
    return isTaken ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};

function withAgent(command: Command): Command {
  return command.addOption(
    idOption("agent", new Option("--agent <agent>", "whose it is; takes an owner's key")),
  );
}

interface Whose {
  readonly earshot: EarshotClient;
  readonly of: SubscriptionOf;
}

/** The agent whose key calls, or the one that an owner names. */
function whose(context: RunContext, command: Command): Whose {
  const { agent } = command.opts<{ agent?: ListedAgent }>();
  if (agent === undefined) return { earshot: context.connectAs("agent"), of: {} };
  return { earshot: context.connectAs("operator"), of: { agent: agent.principal.id } };
}

function tellMade({ output, options }: RunContext, made: SubscriptionMade): void {
  if (options.json === true) {
    output.json(made);
    return;
  }
  const { subscription, secret } = made;
  output.note(lineOf(subscription));
  if (secret === undefined) return;
  output.note("Keep the secret now; it is not shown again.");
  output.line(secret);
}
