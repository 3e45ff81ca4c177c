import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { EarshotError } from "../../../domain/errors.ts";
import { present } from "../../../domain/present.ts";
import { whyRefused } from "../../../domain/why-refused.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { channelOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

interface ExportOptions {
  readonly out?: string;
  readonly agent?: string;
}

export const exportSessions: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "export",
      summary: "Print the ledger of sessions as JSON lines, or write it with all that happened",
      more: "With --out it writes sessions.jsonl, and sessions/ID.jsonl with what happened in each, and prints the folder.",
      examples: [
        "npx earshot sessions export > sessions.jsonl",
        "npx earshot sessions export --out archive --agent scout",
      ],
    })
      .option("--out <folder>", "folder to write to")
      .option("--agent <name>", "only sessions of this agent"),

  async run(context, command) {
    const { out, agent } = command.opts<ExportOptions>();
    const { output } = context;
    const earshot = context.connectAs("operator");
    if (out === undefined) {
      const of = agent === undefined ? {} : { agent };
      for await (const entry of await earshot.exportSessions(of)) output.json(entry);
      return EXIT_CODES.answered;
    }
    const { exportToFolder } = await import("../../sessions/export-sessions.ts");
    const folder = resolve(out);
    const sessions = await exportToFolder(earshot, { folder, agent });
    if (context.options.json === true) output.json({ folder, sessions });
    else {
      output.line(folder);
      output.note(`Wrote ${sessions} sessions.`);
    }
    return EXIT_CODES.answered;
  },
};

interface ImportOptions {
  readonly agent: string;
  readonly channel?: string;
  readonly chat?: string;
}

export const importSessions: CommandModule = {
  define: (sessions) =>
    addCommand(sessions, {
      usage: "import <file>",
      summary: "Take in the ledger of another host as sessions that have ended",
      more: "Lines that cannot be read are skipped and told; the exit code is 1 then. With --channel and --chat its threads are those of that chat, so that replies there are found. It takes an owner's key. Where no server runs on the data folder it goes into the record there, and makes the agent known: so a ledger can be taken in before the first start, which then carries out nothing of it again.",
      examples: [
        "npx earshot sessions import sessions.jsonl --agent scout --channel slack --chat C0123",
      ],
    })
      .requiredOption("--agent <name>", "whose sessions they are")
      .addOption(channelOption("where they talked with people"))
      .option("--chat <id>", "the chat there, as the platform names it"),

  async run(context, command) {
    const [file] = command.processedArgs as [string];
    const { agent, channel, chat } = command.opts<ImportOptions>();
    if ((channel === undefined) !== (chat === undefined)) {
      command.error("error: --channel and --chat go together.");
    }
    const place = { ...present({ channel, chatId: chat }) };
    const { importLines } = await import("../../sessions/import-ledger.ts");
    const { withServer } = await import("../../sessions/with-server.ts");
    const lines = readLines(file);
    const taken = await withServer(context, agent, (earshot) =>
      importLines(lines, (part) =>
        earshot.importSessions({ agent, lines: part, ...place }, { signal: context.signal }),
      ),
    );
    const { output } = context;
    if (context.options.json === true) output.json(taken);
    else {
      for (const { line, why } of taken.skipped) {
        output.note(`Line ${line} is skipped: ${visibleText(why, { keepLines: false })}`);
      }
      const { imported, known, skipped } = taken;
      output.note(
        `Imported ${imported} sessions, ${known} were there already, skipped ${skipped.length} lines.`,
      );
    }
    return taken.skipped.length === 0 ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The ledger ${file} cannot be read: ${whyRefused(cause)}.`,
      { details: { file }, cause },
    );
  }
}
