import { readFileSync } from "node:fs";
import { EarshotError, isEarshotError } from "../../../domain/errors.ts";
import { present } from "../../../domain/present.ts";
import { whyRefused } from "../../../domain/why-refused.ts";
import type { MemoryScope } from "../../../ports/earshot/memory.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { addScoped, eachItem, openScope, type ScopeOptions } from "./memory.ts";

export const exportMemory: CommandModule = {
  define: (memory) =>
    addScoped(memory, {
      usage: "export",
      summary: "Print the entries with their values as JSON lines",
      examples: ["npx earshot memory export --agent scout > memory.jsonl"],
    }),

  async run(context, command) {
    const { earshot, scope } = await openScope(context, command.opts<ScopeOptions>());
    for await (const { key, version } of eachItem(earshot, scope)) {
      context.output.json(await earshot.readMemory({ ...scope, key, version }));
    }
    return EXIT_CODES.answered;
  },
};

interface ImportOptions {
  readonly people?: boolean;
  readonly run?: string;
}

export const importMemory: CommandModule = {
  define: (memory) =>
    addCommand(memory, {
      usage: "import [file]",
      summary: "Write entries from JSON lines, as export prints them",
      more: 'Reads standard input where no file is named. Of each line "key" and "value" are taken; a line that is not fit is skipped and told. Writes with the agent\'s key and into its own memory, or with --people for all agents.',
      examples: [
        "npx earshot memory import memory.jsonl --run trial-2",
        "npx earshot memory import --people < rules.jsonl",
      ],
    })
      .option("--people", "for all agents")
      .option("--run <name>", "into one run"),

  async run(context, command) {
    const [file] = command.processedArgs as [string | undefined];
    const { people, run } = command.opts<ImportOptions>();
    const earshot = context.connectAs(people === true ? "operator" : "agent");
    const scope: MemoryScope = {
      ...present({ namespace: people === true ? "people" : undefined, run }),
    };
    const { output, signal } = context;
    const { written, skipped } = await writeLines(readLines(file), {
      write: (entry) => earshot.writeMemory({ ...scope, ...entry }, { signal }),
      onSkip: (number, reason) => output.note(`Line ${number} is skipped: ${visibleText(reason)}`),
    });
    output.note(`Wrote ${written} entries, skipped ${skipped} lines.`);
    return skipped === 0 ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};

interface Entry {
  readonly key: string;
  readonly value: string;
}

async function writeLines(
  lines: readonly string[],
  to: {
    readonly write: (entry: Entry) => Promise<unknown>;
    readonly onSkip: (number: number, reason: string) => void;
  },
): Promise<{ readonly written: number; readonly skipped: number }> {
  let written = 0;
  let skipped = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      await to.write(entryOf(line));
      written += 1;
    } catch (error) {
      if (!isEarshotError(error, "INVALID_INPUT")) throw error;
      skipped += 1;
      to.onSkip(index + 1, error.message);
    }
  }
  return { written, skipped };
}

function readLines(file: string | undefined): readonly string[] {
  try {
    return readFileSync(file ?? 0, "utf8").split("\n");
  } catch (cause) {
    const name = file ?? "Standard input";
    throw new EarshotError(
      "INVALID_INPUT",
      `${name} cannot be read: ${whyRefused(cause)}. Name a file that export has written.`,
      { cause },
    );
  }
}

function entryOf(line: string): Entry {
  const { key, value } = parsed(line);
  if (typeof key === "string" && typeof value === "string") return { key, value };
  throw new EarshotError(
    "INVALID_INPUT",
    'It is not a JSON object with "key" and "value" as text.',
  );
}

function parsed(line: string): { readonly key?: unknown; readonly value?: unknown } {
  try {
    return (JSON.parse(line) as { key?: unknown; value?: unknown } | null) ?? {};
  } catch {
    return {};
  }
}
