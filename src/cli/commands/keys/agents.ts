import type { Command } from "commander";
import { EarshotError } from "../../../domain/errors.ts";
import { NOTICE_AGENT } from "../../../domain/people/own-agents.ts";
import type { PersonPrincipal, Principal } from "../../../domain/people/principal.ts";
import { isUntied } from "../../../domain/people/token-agents.ts";
import { present } from "../../../domain/present.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import type { ListedAgent } from "../../../ports/earshot/inbox.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { tellLeftOpen } from "../../authority/left-open.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

/** The group; its commands follow. */
export function defineAgents(program: Command): Command {
  return program
    .command("agents")
    .summary("See which agents there are, halt one, and say whose tokens it comes by")
    .description("See which agents there are, halt one, and say whose tokens it comes by.");
}

export const listAgents: CommandModule = {
  define: (agents) =>
    addCommand(agents, {
      usage: "list",
      summary: "List the agents, their keys and what they wait for",
      examples: ["npx earshot agents list"],
    }),

  async run(context) {
    const { output, options } = context;
    const listed = await context.connectAs("operator").listAgents();
    if (options.json === true) output.json(listed);
    else for (const agent of listed.items) output.line(agentLine(agent));
    return EXIT_CODES.answered;
  },
};

function agentLine({ principal, keys, openRequests }: ListedAgent): string {
  const { name, haltedAt } = principal;
  const whose = isUntied(principal) ? "  nobody has said whose" : "";
  const state = haltedAt === undefined ? whose : `  halted ${haltedAt}${whose}`;
  return `${oneLine(name, 40)}  ${keys} ${keys === 1 ? "key" : "keys"}, ${openRequests} open${state}`;
}

export const haltAgent: CommandModule = {
  define: (agents) =>
    addCommand(agents, {
      usage: "halt",
      summary: "Stop serving an agent, or all of them, at once and without a question",
      changes: true,
      more: "No call of it is served, those under way end, its sessions end on every host, and no grant of it redeems, until somebody resumes it. What it has asked stays and can be rejected, not approved. What it does without Earshot goes on: end its process for that.",
      examples: ["npx earshot agents halt scout", "npx earshot agents halt --all"],
    })
      .addArgument(idArgument("agent", "[name]"))
      .option("--all", "halt every agent"),

  async run(context, command) {
    const [agent] = command.processedArgs as [ListedAgent | undefined];
    const { all: isAll = false } = command.opts<{ all?: boolean }>();
    const { output, options, call } = context;
    if (isAll === (agent !== undefined)) {
      throw new EarshotError("INVALID_INPUT", "Name the agent to halt, or halt them with --all.");
    }
    const earshot = context.connectAs("operator");
    const ids = agent === undefined ? await servedAgents(earshot) : [agent.principal.id];
    // All at once: none goes on for as long as another one is being halted.
    const halted = await Promise.all(
      ids.map((id) => earshot.haltAgent({ id }, isAll ? { signal: context.signal } : call)),
    );
    if (options.json === true) output.json(isAll ? { items: halted } : halted[0]);
    else {
      tellHalted(output, halted);
      const now = new Set(halted.map(({ id }) => id));
      await tellLeftOpen(context, earshot, ({ principal }) => now.has(principal.id));
    }
    return EXIT_CODES.answered;
  },
};

function tellHalted(output: RunContext["output"], halted: readonly Principal[]): void {
  const names = halted.map(({ name }) => oneLine(name, 40));
  if (names.length === 0) {
    output.note("Every agent is halted already.");
    return;
  }
  const [shown = ""] = names;
  output.note(`Halted ${names.join(", ")}: nothing of it is served, and no grant of it redeems.`);
  output.note("What it does without Earshot goes on; end its process for that.");
  output.note(`It goes on with: npx earshot agents resume "${shown}"`);
}

async function servedAgents(earshot: Pick<Earshot, "listAgents">) {
  const { items } = await earshot.listAgents();
  return items
    .filter(({ principal: { haltedAt, name } }) => haltedAt === undefined && name !== NOTICE_AGENT)
    .map(({ principal }) => principal.id);
}

export const resumeAgent: CommandModule = {
  define: (agents) =>
    addCommand(agents, {
      usage: "resume",
      summary: "Serve a halted agent again",
      changes: true,
      more: "Its keys and what it has asked are as they were. It takes an owner's key.",
      examples: ["npx earshot agents resume scout"],
    }).addArgument(idArgument("agent", "<name>")),

  async run(context, command) {
    const [{ principal }] = command.processedArgs as [ListedAgent];
    const { output, options, call } = context;
    const earshot = context.connectAs("operator");
    const agent = await earshot.resumeAgent({ id: principal.id }, call);
    if (options.json === true) output.json(agent);
    else output.note(`Resumed ${oneLine(agent.name, 40)}: it is served again.`);
    return EXIT_CODES.answered;
  },
};

export const tieAgent: CommandModule = {
  define: (agents) =>
    addCommand(agents, {
      usage: "tie",
      summary: "Say, once, which operator an agent with OAuth tokens acts for",
      changes: true,
      more: "That operator then cannot approve what it seeks, as nobody does for an agent of their own. Anybody says this of themselves. For another operator, or for none, it takes an owner's key, and whoever says it cannot approve for that agent either. Until somebody has said it, nobody can.",
      examples: [
        "npx earshot agents tie oauth:auth0-5f7c8ec7 ana",
        "npx earshot agents tie oauth:build-server --nobody",
      ],
    })
      .addArgument(idArgument("agent", "<name>"))
      .addArgument(idArgument("operator", "[name]"))
      .option("--nobody", "it is not an operator here"),

  async run(context, command) {
    const [{ principal }, operator] = command.processedArgs as [
      ListedAgent,
      PersonPrincipal | undefined,
    ];
    const person = operator?.name;
    const { nobody = false } = command.opts<{ nobody?: boolean }>();
    const { output, options, call } = context;
    if (nobody === (person !== undefined)) {
      throw new EarshotError("INVALID_INPUT", "Name the operator, or say --nobody.");
    }
    const input = { id: principal.id, ...present({ person }) };
    const agent = await context.connectAs("operator").tieAgent(input, call);
    if (options.json === true) output.json(agent);
    else {
      const whose = person === undefined ? "no operator" : oneLine(person, 40);
      output.note(`${oneLine(agent.name, 40)} acts for ${whose}.`);
    }
    return EXIT_CODES.answered;
  },
};
