import { existsSync } from "node:fs";
import type { Command } from "commander";
import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import type { AuditReport, ExportedEvent } from "../../ports/earshot.ts";
import { createAuditReader } from "../../store/sqlite/audit-reader.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import { addCommand, type CommandModule, wholeNumber } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import type { RunContext } from "../run-context.ts";

export function defineAudit(program: Command): Command {
  return program
    .command("audit")
    .summary("Verify and export the log")
    .description("Verify and export the log.");
}

/** The log as a command reads it: through the server, or from the folder of one that does not run. */
interface Log {
  verify(head?: string): Promise<AuditReport>;
  export(after: number): Promise<AsyncIterable<ExportedEvent>>;
}

function openLog(context: RunContext): Log {
  const { database, lock } = dataPaths(context.options.data);
  const isOffline =
    context.environment.url === undefined && existsSync(database) && !isLocked(lock);
  if (isOffline) {
    const reader = createAuditReader(database);
    return {
      verify: (head) => reader.verify(DEFAULT_WORKSPACE, head),
      export: async (after) => eachOf(reader.export(DEFAULT_WORKSPACE, after)),
    };
  }
  const earshot = context.connectAs("operator");
  return {
    verify: (head) => earshot.verifyAudit(head === undefined ? {} : { head }),
    export: (after) => earshot.exportAudit({ after }),
  };
}

async function* eachOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}

export const verifyAudit: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "verify",
      summary: "Check that the log is whole: nothing edited, removed or put in",
      more: "Works on a running server and on the folder of one that does not run. The head that it prints is worth noting elsewhere: given back with --head it also shows a log that was cut or written anew.",
      examples: ["npx earshot audit verify", "npx earshot audit verify --head 120:9f2c…"],
    }).option("--head <seq:hash>", "a head noted earlier, which the log must still contain"),

  async run(context, command) {
    const { head } = command.opts<{ head?: string }>();
    const report = await openLog(context).verify(head);
    const { output } = context;
    if (context.options.json === true) output.json(report);
    else if (report.intact) {
      output.line(
        `${output.style.good("intact")}: ${report.events} events, head ${report.head.seq}:${report.head.hash}`,
      );
    } else {
      output.line(
        `${output.style.bad("BROKEN")}: ${report.fault}; intact up to event ${report.head.seq}`,
      );
    }
    return report.intact ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};

export const exportAudit: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "export",
      summary: "Print the log with its hashes as JSON lines",
      examples: ["npx earshot audit export > log.jsonl", "npx earshot audit export --after 120"],
    }).option("--after <number>", "only events behind this one", wholeNumber(0), 0),

  async run(context, command) {
    const { after } = command.opts<{ after: number }>();
    for await (const line of await openLog(context).export(after)) context.output.json(line);
    return EXIT_CODES.answered;
  },
};
