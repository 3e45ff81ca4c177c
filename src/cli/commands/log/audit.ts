import type { Command } from "commander";
import { inTime } from "../../../domain/in-words.ts";
import { SEALED_AFTER_EVENTS, SEALED_AFTER_MS } from "../../../domain/limits.ts";
import type { NotedHead } from "../../../domain/log/chain-check.ts";
import type { AuditReport } from "../../../ports/earshot/audit.ts";
import { reportLines } from "../../log/report-lines.ts";
import type { LogFileInput } from "../../log/verify-log.ts";
import { addCommand, type CommandModule, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Output } from "../../terminal/output.ts";
import type { RunContext } from "../../terminal/run-context.ts";

export function defineAudit(program: Command): Command {
  return program
    .command("audit")
    .summary("Verify, seal and export the log")
    .description("Verify, seal and export the log.");
}

interface VerifyOptions {
  readonly log?: string;
  readonly head?: string;
  /** True where it names no file. */
  readonly anchor?: string | true;
  readonly keys?: string;
  readonly stamps?: string;
  readonly tsa?: string;
  readonly postgres?: string;
}

export const POSTGRES = [
  "--postgres <url>",
  "the log in this database, without its server",
] as const;

export const verifyAudit: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "verify",
      summary: "Check that the log is whole, and that the record is what the log says",
      more: "Works on a running server, on the folder of one that does not run, and on the database of nodes that do not, which --postgres or EARSHOT_POSTGRES names. The log is whole where nothing in it was edited, removed or put in. Then every row that it speaks of is held against it: content, status, keys, roles, permissions, the policy; what differs is named by kind and id, and what was erased says so. The head that it prints is worth noting elsewhere: given back with --head it also shows a log that was cut or written anew. The last checkpoint of the folder's anchor is such a head, and is taken where no other is given. With --anchor all its checkpoints are, and the command checks them itself: of a server it takes the bare log, and its word for nothing but what the rows hold. With --log it checks an exported log and needs neither a server nor a data folder: the chain, and with --anchor and --keys the signatures and roots of the checkpoints. An anchor may be at an address, too. Where time stamps of an authority stand beside the anchor, they are checked and their time is told: --tsa FILE names certificates that you trust.",
      examples: [
        "npx earshot audit verify",
        "npx earshot audit verify --head 120:9f2c…",
        "npx earshot audit verify --anchor",
        "npx earshot audit verify --anchor /mnt/elsewhere/anchor.jsonl --keys keys.json",
        "npx earshot audit verify --log log.jsonl --anchor anchor.jsonl --keys keys.json",
        "npx earshot audit verify --postgres postgres://earshot@db.example.com/restored",
      ],
    })
      .option("--log <file>", "check this exported log, without a server or a data folder")
      .option("--head <seq:hash>", "a head noted earlier, which the log must still contain")
      .option(
        "--anchor [place]",
        "check it against the anchor in this file or at this http(s) address, or that of the data folder",
      )
      .option("--keys <file>", "public keys as a JWK Set; those of the data folder where absent")
      .option("--stamps <file>", "time stamps of the anchor, where they are not beside it")
      .option("--tsa <file>", "certificates in PEM that vouch for who made the time stamps")
      .option(...POSTGRES),

  async run(context, command) {
    const options = command.opts<VerifyOptions>();
    assertTogether(command, options);
    const { log, head, anchor, keys, stamps, tsa, postgres } = options;
    const place = anchor === true ? undefined : anchor;
    if (log !== undefined) {
      return await verifyFileHere(context, { file: log, anchor: place, keys, stamps, tsa, head });
    }
    if (anchor === undefined) return await verifyHere(context, { head, postgres });
    const { verifyAnchored } = await import("../../log/verify-anchored.ts");
    const { printAnchored } = await import("../../log/print-anchored.ts");
    const report = await verifyAnchored(context, {
      anchor: place,
      keys,
      stamps,
      tsa,
      head,
      postgres,
    });
    if (context.options.json === true) context.output.json(report);
    else printAnchored(context.output, report);
    return report.intact ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};

/** Ends the command where options are given that do not go together. */
function assertTogether(command: Command, options: VerifyOptions): void {
  const fault = togetherFault(options);
  if (fault !== undefined) command.error(`error: ${fault}`);
}

function togetherFault(options: VerifyOptions): string | undefined {
  const { log, anchor, keys, stamps, tsa } = options;
  if (anchor === undefined && (stamps ?? tsa) !== undefined) {
    return "--stamps and --tsa go with --anchor, whose time stamps they are about.";
  }
  if (log !== undefined) return logFault(options);
  const isAboutNothing = anchor === undefined && keys !== undefined;
  return isAboutNothing ? "--keys goes with --anchor or --log." : undefined;
}

function logFault({ anchor, keys, postgres }: VerifyOptions): string | undefined {
  if (postgres !== undefined) return "--log is a log in a file, without --postgres.";
  if (anchor === undefined || (anchor !== true && keys !== undefined)) return undefined;
  return "--log with --anchor needs both named: --anchor FILE --keys FILE, as npx earshot grant keys prints them.";
}

async function verifyFileHere(context: RunContext, input: LogFileInput): Promise<number> {
  const { verifyLogFile } = await import("../../log/verify-log.ts");
  const { logFileLines } = await import("../../log/log-file-lines.ts");
  const report = await verifyLogFile(context, input);
  const { output } = context;
  if (context.options.json === true) output.json(report);
  else for (const line of logFileLines(report, output.style)) output.line(line);
  return report.intact ? EXIT_CODES.answered : EXIT_CODES.error;
}

/** By a head that was noted, or else by the last one that the anchor of the folder has sealed. */
async function verifyHere(
  context: RunContext,
  { head, postgres }: Record<"head" | "postgres", string | undefined>,
): Promise<number> {
  const { openLog } = await import("../../log/open-log.ts");
  const { folderAnchor } = await import("../../log/folder-anchor.ts");
  const log = await openLog(context, postgres);
  const isOfFolder = head === undefined && postgres === undefined;
  const anchor = isOfFolder ? await folderAnchor(context) : undefined;
  const sealed = anchor?.heads.get(await log.workspace());
  const found = await log.verify(sealed === undefined ? head : `${sealed.seq}:${sealed.hash}`);
  const faults = anchor?.faults ?? [];
  const report = { ...found, intact: found.intact && faults.length === 0 };
  if (context.options.json === true) {
    context.output.json({ ...report, ...(anchor && { anchor: { sealed, faults } }) });
  } else printHere(context.output, { found, sealed, faults });
  return report.intact ? EXIT_CODES.answered : EXIT_CODES.error;
}

function printHere(
  output: Output,
  {
    found,
    sealed,
    faults,
  }: {
    readonly found: AuditReport;
    readonly sealed: NotedHead | undefined;
    readonly faults: readonly string[];
  },
): void {
  for (const line of reportLines(found, output.style)) output.line(line);
  if (sealed !== undefined && found.intact) {
    output.line(`sealed: up to event ${sealed.seq} by the anchor of the folder`);
  }
  for (const fault of faults) output.line(`${output.style.bad("BROKEN")}: ${fault}`);
}

export const sealAudit: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "seal",
      summary: "Sign a checkpoint over the log now, and append it to the anchor",
      changes: true,
      more: `The server does so by itself every ${inTime(SEALED_AFTER_MS)}, or ${SEALED_AFTER_EVENTS} events, in which something happened, and when it stops.`,
      examples: ["npx earshot audit seal"],
    }),

  async run(context) {
    const checkpoint = await context.connectAs("operator").sealLog({}, context.call);
    const { output } = context;
    if (context.options.json === true) output.json(checkpoint);
    else output.line(`sealed: head ${checkpoint.seq}:${checkpoint.hash}, at ${checkpoint.at}`);
    return EXIT_CODES.answered;
  },
};

interface ExportOptions {
  readonly after?: number;
  readonly event?: number;
  readonly postgres?: string;
}

export const exportAudit: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "export",
      summary: "Print the log with its hashes as JSON lines",
      more: "With --event it is one event alone, with its path to the root that a checkpoint has signed: anybody with the public keys can check it with audit verify-proof, without any other event.",
      examples: [
        "npx earshot audit export > log.jsonl",
        "npx earshot audit export --after 120",
        "npx earshot audit export --event 120 > proof.json",
      ],
    })
      .option("--after <number>", "only events behind this one", wholeNumber(0))
      .option("--event <number>", "only this event, with a proof of it", wholeNumber(1))
      .option(...POSTGRES),

  async run(context, command) {
    const { after, event, postgres } = command.opts<ExportOptions>();
    if (after !== undefined && event !== undefined) {
      command.error("error: --event is one event alone, without --after.");
    }
    const { openLog } = await import("../../log/open-log.ts");
    const log = await openLog(context, postgres);
    const lines = event === undefined ? log.export(after ?? 0) : log.prove(event);
    for await (const line of await lines) context.output.json(line);
    return EXIT_CODES.answered;
  },
};
