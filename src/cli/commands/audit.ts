import type { Command } from "commander";
import { openLog } from "../audit/open-log.ts";
import { addCommand, type CommandModule, wholeNumber } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import type { RunContext } from "../run-context.ts";

export function defineAudit(program: Command): Command {
  return program
    .command("audit")
    .summary("Verify, seal and export the log")
    .description("Verify, seal and export the log.");
}

interface VerifyOptions {
  readonly head?: string;
  /** True where it names no file. */
  readonly anchor?: string | true;
  readonly keys?: string;
}

export const verifyAudit: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "verify",
      summary: "Check that the log is whole: nothing edited, removed or put in",
      more: "Works on a running server and on the folder of one that does not run. The head that it prints is worth noting elsewhere: given back with --head it also shows a log that was cut or written anew. With --anchor the signed checkpoints of the anchor are such heads, and the command checks them itself: it takes the server's word for nothing.",
      examples: [
        "npx earshot audit verify",
        "npx earshot audit verify --head 120:9f2c…",
        "npx earshot audit verify --anchor",
        "npx earshot audit verify --anchor /mnt/elsewhere/anchor.jsonl --keys keys.json",
      ],
    })
      .option("--head <seq:hash>", "a head noted earlier, which the log must still contain")
      .option("--anchor [file]", "check it against this anchor, or that of the data folder")
      .option("--keys <file>", "public keys as a JWK Set; those of the data folder where absent"),

  async run(context, command) {
    const { head, anchor, keys } = command.opts<VerifyOptions>();
    if (anchor === undefined && keys !== undefined) {
      command.error("error: --keys goes with --anchor.");
    }
    if (anchor === undefined) return await verifyChain(context, head);
    const { verifyAnchored } = await import("../audit/verify-anchored.ts");
    const { printAnchored } = await import("../audit/print-anchored.ts");
    const file = anchor === true ? undefined : anchor;
    const report = await verifyAnchored(context, { anchor: file, keys, head });
    if (context.options.json === true) context.output.json(report);
    else printAnchored(context.output, report);
    return report.intact ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};

async function verifyChain(context: RunContext, head: string | undefined): Promise<number> {
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
}

export const sealAudit: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "seal",
      summary: "Sign a checkpoint over the log now, and append it to the anchor",
      more: "The server does so by itself every 10 seconds, or 100 events, in which something happened, and when it stops.",
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
