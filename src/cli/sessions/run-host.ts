import type { EarshotClient } from "../../client/client.ts";
import { agentOf } from "../../compose/agents.ts";
import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import { hostAgents } from "../../host/agents/host-agents.ts";
import { hostName } from "../../host/agents/host-name.ts";
import type { HostedAgent } from "../../host/agents/hosted-agent.ts";
import type { AgentDefinition } from "../../host/agents/read-agent.ts";
import { oneLine } from "../../render/visible-text.ts";
import { systemClock } from "../../system/clock.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { readPrivateFile, writePrivateFile } from "../../system/private-file.ts";
import { connect } from "../terminal/connect.ts";
import { ensureServer } from "../terminal/ensure-server.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { suspensionOf, tellOfSuspension } from "../terminal/suspension.ts";
import { agentsIn } from "./agents-folder.ts";

export interface HostOptions {
  readonly agents: string;
  /** The ones of the folder to run; all if absent. */
  readonly agent?: readonly string[];
  readonly atOnce?: number;
  /** Milliseconds. */
  readonly grace?: number;
}

/** Runs the agents of a folder against a server, until it is told to stop. */
export async function runHost(context: RunContext, options: HostOptions): Promise<number> {
  const { output, signal } = context;
  const definitions = chosen(agentsIn(options.agents), options.agent);
  await ensureServer(context);
  const agents = await connectAll(context, definitions);
  const host = hostName();
  const running = hostAgents({
    agents,
    host,
    now: systemClock.now,
    ...present({ atOnce: options.atOnce, graceMs: options.grace }),
    onFault: (error, { agent }) =>
      output.note(`${oneLine(agent, 64)}: ${oneLine(String((error as Error).message), 500)}`),
  });
  const names = definitions.map(({ name }) => name);
  // Before the greeting: a person who reads it may press Ctrl-Z.
  tellOfSuspension(output, suspensionOf("The host"));
  if (context.options.json === true) output.json({ host, agents: names });
  else {
    output.line(`Earshot hosts ${names.join(", ")}`);
    output.line("");
  }
  await ended(signal);
  output.note("Stopping: sessions come to an end of their step and are taken up again later.");
  await running.stop();
  return EXIT_CODES.answered;
}

function chosen(
  all: readonly AgentDefinition[],
  wanted: readonly string[] | undefined,
): readonly AgentDefinition[] {
  if (wanted === undefined) return all;
  const missing = wanted.find((name) => !all.some((agent) => agent.name === name));
  if (missing === undefined) return all.filter(({ name }) => wanted.includes(name));
  const names = all.map(({ name }) => name).join(", ");
  throw new EarshotError(
    "NOT_FOUND",
    `No agent of the folder is called ${JSON.stringify(missing)}; there are ${names}.`,
    { details: { agent: missing } },
  );
}

async function connectAll(
  context: RunContext,
  definitions: readonly AgentDefinition[],
): Promise<readonly HostedAgent[]> {
  const { environment, options, output } = context;
  const [first] = definitions;
  const single = environment.agentKey;
  if (single !== undefined && (first === undefined || definitions.length > 1)) {
    throw new EarshotError(
      "INVALID_INPUT",
      "EARSHOT_AGENT_KEY is the key of one agent, and the folder has more. Name that agent with --agent.",
    );
  }
  const keys = createAgentKeys(options.data, () => context.connectAs("operator"));
  const agents: HostedAgent[] = [];
  for (const definition of definitions) {
    const key = single ?? (await keys.keyOf(definition.name));
    const earshot = connect({
      dataFolder: options.data,
      environment: { ...environment, key },
      as: "agent",
    });
    await checkName(earshot, definition.name);
    agents.push(
      agentOf(definition, earshot, (text, { agent }) =>
        output.note(output.style.dim(`${oneLine(agent, 64)}: ${oneLine(text, 500)}`)),
      ),
    );
  }
  return agents;
}

/** With another agent's key, its sessions would run in that agent's name. */
async function checkName(earshot: Pick<EarshotClient, "whoami">, name: string): Promise<void> {
  const { principal } = await earshot.whoami();
  if (principal.kind === "agent" && principal.name === name) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `The key for the agent ${name} is that of the ${principal.kind} ${principal.name}. Make one: npx earshot keys create --agent "${name}"`,
    { details: { agent: name } },
  );
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

type Keys = Readonly<Record<string, string>>;

/** The keys of a host's agents, in a file of the data folder; missing ones are made. */
interface AgentKeys {
  keyOf(agent: string): Promise<string>;
}

function createAgentKeys(
  data: string,
  operator: () => Pick<EarshotClient, "createKey">,
): AgentKeys {
  const file = dataPaths(data).agentKeys;
  return {
    async keyOf(agent) {
      const known = read(file);
      if (known[agent] !== undefined) return known[agent];
      const { secret } = await operator().createKey({ kind: "agent", name: agent });
      writePrivateFile(file, `${JSON.stringify({ ...read(file), [agent]: secret }, null, 2)}\n`);
      return secret;
    },
  };
}

function read(file: string): Keys {
  const text = readPrivateFile(file);
  if (text === undefined) return {};
  try {
    return Object.assign(Object.create(null), JSON.parse(text)) as Keys;
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${file} cannot be read as JSON. Remove it, and new keys are made.`,
      { cause, details: { file } },
    );
  }
}
