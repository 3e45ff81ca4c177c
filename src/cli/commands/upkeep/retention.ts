import { formatDuration } from "../../../domain/duration.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

const WORDS = {
  requests: "closed requests",
  messages: "messages",
  once: "idempotency keys",
  memory_versions: "earlier versions of memory entries",
  web_sessions: "ended web sessions",
  sessions: "sessions of agents",
  liaisons: "conversations of the liaison",
} as const;

export const retention: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "retention",
      summary: "Show what the policy keeps no longer, and would be erased now",
      more: "Reads the policy in force and counts, in the data folder or the database that --postgres or EARSHOT_POSTGRES names; erases nothing. The server erases by itself every hour what the key retention of its policy tells it to.",
      examples: ["npx earshot retention", "npx earshot retention --json"],
    }).option("--postgres <url>", "the database that nodes share"),

  async run(context, command) {
    const { postgres } = command.opts<{ readonly postgres?: string }>();
    const { examineRetention } = await import("../../backup/examine-retention.ts");
    const found = await examineRetention(context, postgres);
    const { output, options } = context;
    if (options.json === true) {
      output.json({ workspaces: found });
      return EXIT_CODES.answered;
    }
    for (const { workspace, counts } of found) {
      const name = found.length === 1 ? "" : `${visibleText(workspace)}: `;
      if (counts.length === 0) output.line(`${name}everything is kept for ever`);
      for (const { kind, keptMs, due } of counts) {
        output.line(`${name}${due} ${WORDS[kind]} are older than ${formatDuration(keptMs)}`);
      }
    }
    return EXIT_CODES.answered;
  },
};
