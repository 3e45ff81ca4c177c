import type { Command } from "commander";
import type { EarshotClient } from "../../../client/client.ts";
import { present } from "../../../domain/present.ts";
import type { MemoryItem, MemoryScope, MemoryVersion } from "../../../ports/earshot/memory.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { addCommand, type CommandModule, type Usage, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Style } from "../../terminal/output.ts";
import type { RunContext } from "../../terminal/run-context.ts";

export function defineMemory(program: Command): Command {
  return program
    .command("memory")
    .summary("Look into what agents have written down, mend it, carry it over")
    .description("Look into what agents have written down, mend it, carry it over.");
}

export interface ScopeOptions {
  readonly agent?: string;
  readonly run?: string;
  readonly people?: boolean;
}

/** The agent that a data folder begins with. */
const FIRST_AGENT = "agent";

export function addScoped(memory: Command, usage: Usage): Command {
  return addCommand(memory, usage)
    .option("--agent <name>", `whose memory; "${FIRST_AGENT}" where absent`)
    .option("--run <name>", "of one run; what is kept over all runs where absent")
    .option("--people", "what people wrote for all agents");
}

/** The server as the operator, and the place that the options name. */
export async function openScope(
  context: RunContext,
  { agent, run, people }: ScopeOptions,
): Promise<{ readonly earshot: EarshotClient; readonly scope: MemoryScope }> {
  const earshot = context.connectAs("operator");
  const runs = run === undefined ? {} : { run };
  if (people === true) {
    const named = agent === undefined ? {} : { agent };
    return { earshot, scope: { namespace: "people", ...named, ...runs } };
  }
  if (agent !== undefined) return { earshot, scope: { agent, ...runs } };
  // The environment may name an agent's key, which means its own memory.
  const { principal } = await earshot.whoami();
  const first = principal.kind === "agent" ? {} : { agent: FIRST_AGENT };
  return { earshot, scope: { ...first, ...runs } };
}

/** Only people's entries are written from here: what an agent remembers is in its own words. */
function writePeople(context: RunContext, command: Command): EarshotClient {
  const { people } = command.opts<{ people?: boolean }>();
  if (people !== true) {
    command.error("error: People write for all agents: say so with --people.");
  }
  return context.connectAs("operator");
}

export const listMemory: CommandModule = {
  define: (memory) =>
    addScoped(memory, {
      usage: "list [prefix]",
      summary: "List the entries of an agent's memory, or those whose key begins so",
      examples: ["npx earshot memory list", "npx earshot memory list notes/ --agent scout"],
    }),

  async run(context, command) {
    const [prefix] = command.processedArgs as [string | undefined];
    const { earshot, scope } = await openScope(context, command.opts<ScopeOptions>());
    const { output, options } = context;
    let count = 0;
    for await (const item of eachItem(
      earshot,
      prefix === undefined ? scope : { ...scope, prefix },
    )) {
      count += 1;
      if (options.json === true) output.json(item);
      else output.line(itemLine(item, output.style));
    }
    if (count === 0) output.note("No entries.");
    return EXIT_CODES.answered;
  },
};

export async function* eachItem(
  earshot: EarshotClient,
  scope: MemoryScope & { readonly prefix?: string },
): AsyncGenerator<MemoryItem, void> {
  for (let cursor: string | undefined; ; ) {
    const page = await earshot.listMemory({ ...scope, limit: 100, ...present({ cursor }) });
    yield* page.items;
    if (page.next === undefined) return;
    cursor = page.next;
  }
}

function itemLine({ key, bytes, version, writtenAt, writtenBy }: MemoryItem, style: Style): string {
  const head = `${key}  ${bytes} bytes  version ${version}`;
  return `${head}  ${style.dim(`${writtenAt} by ${oneLine(writtenBy.name, 40)} via ${writtenBy.via}`)}`;
}

export const readMemory: CommandModule = {
  define: (memory) =>
    addScoped(memory, {
      usage: "read <key>",
      summary: "Print the value of an entry",
      more: "With --json also who wrote it and when.",
      examples: ["npx earshot memory read notes/day-1", "npx earshot memory read plan --number 2"],
    }).option("--number <version>", "an earlier version", wholeNumber(1)),

  async run(context, command) {
    const [key] = command.processedArgs as [string];
    const options = command.opts<ScopeOptions & { number?: number }>();
    const { earshot, scope } = await openScope(context, options);
    const { number: version } = options;
    const entry = await earshot.readMemory({ ...scope, key, ...present({ version }) });
    if (context.options.json === true) context.output.json(entry);
    else context.output.line(visibleText(entry.value));
    return EXIT_CODES.answered;
  },
};

export const memoryHistory: CommandModule = {
  define: (memory) =>
    addScoped(memory, {
      usage: "history <key>",
      summary: "List the versions of an entry, newest first",
      examples: ["npx earshot memory history plan --agent scout"],
    }),

  async run(context, command) {
    const [key] = command.processedArgs as [string];
    const { earshot, scope } = await openScope(context, command.opts<ScopeOptions>());
    const { items } = await earshot.memoryVersions({ ...scope, key, limit: 100 });
    const { output } = context;
    for (const version of items) {
      if (context.options.json === true) output.json(version);
      else output.line(versionLine(version, output.style));
    }
    return EXIT_CODES.answered;
  },
};

function versionLine(version: MemoryVersion, style: Style): string {
  const { value, writtenAt, writtenBy, restoredFrom } = version;
  const who = `${writtenAt} by ${oneLine(writtenBy.name, 40)} via ${writtenBy.via}`;
  const what = value === undefined ? style.dim("deleted") : oneLine(value, 80);
  const from = restoredFrom === undefined ? "" : ` (restored from ${restoredFrom})`;
  return `${String(version.version).padStart(4)}  ${style.dim(who)}${from}  ${what}`;
}

export const searchMemory: CommandModule = {
  define: (memory) =>
    addScoped(memory, {
      usage: "search <pattern>",
      summary: "Find entries whose key or a line of whose value matches",
      examples: [
        'npx earshot memory search "learning rate"',
        'npx earshot memory search "(?i)loss: 0\\.[0-4]" --regex',
      ],
    }).option("--regex", "the pattern is a regular expression (RE2), not literal text"),

  async run(context, command) {
    const [pattern] = command.processedArgs as [string];
    const options = command.opts<ScopeOptions & { regex?: boolean }>();
    const { earshot, scope } = await openScope(context, options);
    const syntax = options.regex === true ? "regex" : "literal";
    const found = await earshot.searchMemory({ ...scope, pattern, syntax });
    const { output } = context;
    if (context.options.json === true) {
      output.json(found);
      return EXIT_CODES.answered;
    }
    for (const { key, line, excerpt } of found.matches) {
      output.line(line === 0 ? key : `${key}:${line}: ${oneLine(excerpt, 200)}`);
    }
    if (found.isPartial) output.note("There may be more: narrow the pattern.");
    else if (found.matches.length === 0) output.note("Nothing matches.");
    return EXIT_CODES.answered;
  },
};

export const restoreMemory: CommandModule = {
  define: (memory) =>
    addScoped(memory, {
      usage: "restore <key>",
      summary: "Write an earlier version of an entry again as the newest",
      changes: true,
      examples: ["npx earshot memory restore plan --number 2 --agent scout"],
    }).requiredOption("--number <version>", "which version; history lists them", wholeNumber(1)),

  async run(context, command) {
    const [key] = command.processedArgs as [string];
    const options = command.opts<ScopeOptions & { number: number }>();
    const { earshot, scope } = await openScope(context, options);
    const { number: version } = options;
    const entry = await earshot.restoreMemory({ ...scope, key, version }, context.call);
    if (context.options.json === true) context.output.json(entry);
    else context.output.note(`Restored version ${version} of ${key} as version ${entry.version}.`);
    return EXIT_CODES.answered;
  },
};

export const writeMemory: CommandModule = {
  define: (memory) =>
    addCommand(memory, {
      usage: "write <key> <text>",
      summary: "Write an entry that every agent reads and none can change",
      changes: true,
      examples: ['npx earshot memory write --people house-rules "Ask before you spend money."'],
    }).option("--people", "for all agents, which is where people write"),

  async run(context, command) {
    const [key, value] = command.processedArgs as [string, string];
    const earshot = writePeople(context, command);
    const entry = await earshot.writeMemory({ namespace: "people", key, value }, context.call);
    if (context.options.json === true) context.output.json(entry);
    else context.output.note(`Wrote version ${entry.version} of ${key}.`);
    return EXIT_CODES.answered;
  },
};

export const deleteMemory: CommandModule = {
  define: (memory) =>
    addCommand(memory, {
      usage: "delete <key>",
      summary: "Delete an entry that people wrote; its versions are kept",
      changes: true,
      examples: ["npx earshot memory delete --people house-rules"],
    }).option("--people", "from what people wrote for all agents"),

  async run(context, command) {
    const [key] = command.processedArgs as [string];
    const earshot = writePeople(context, command);
    const item = await earshot.deleteMemory({ namespace: "people", key }, context.call);
    if (context.options.json === true) context.output.json(item);
    else context.output.note(`Deleted ${key}.`);
    return EXIT_CODES.answered;
  },
};
