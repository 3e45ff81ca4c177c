import type { RequestId } from "../../../domain/id.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { POSTGRES } from "./audit.ts";

export const proveAction: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "prove",
      summary: "Print the proof of one request, for anybody to check",
      more: "One JSON file: the action, who asked and who decided, in events of the log with their paths to the checkpoints over them; the words that were said; the texts of the policies and the terms of the permission that decided it; and the public keys of this deployment. It holds no event of another request. audit verify-proof checks it without a server. What is not sealed yet is sealed first. What was erased is left out, and its digests still hold. It shows what has happened, and nothing of what has not: whoever makes it may leave events out.",
      examples: ["npx earshot audit prove req_018f… > proof.json"],
    })
      .addArgument(idArgument("req"))
      .option(...POSTGRES),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const { postgres } = command.opts<{ readonly postgres?: string }>();
    const { openLog } = await import("../../log/open-log.ts");
    const log = await openLog(context, postgres);
    context.output.json(await log.proveAction(id));
    return EXIT_CODES.answered;
  },
};

export const verifyProof: CommandModule = {
  define: (audit) =>
    addCommand(audit, {
      usage: "verify-proof",
      summary: "Check the proof of a request, or of one event, without the log",
      more: "Needs neither a server nor its folder. With --keys the signatures are held to public keys that you have from elsewhere, and without it to those of the data folder. Where there are neither, the proof of a request is held to the keys in its own file: the command says that they prove nothing, and exits 1.",
      examples: ["npx earshot audit verify-proof proof.json --keys keys.json"],
    })
      .argument("<file>", "as audit prove or audit export --event prints it")
      .option("--keys <file>", "public keys as a JWK Set, as npx earshot grant keys prints them"),

  async run(context, command) {
    const [file = ""] = command.args;
    const { keys } = command.opts<{ readonly keys?: string }>();
    const { output, options } = context;
    const { verifyProof: verify, proofLines } = await import("../../log/verify-proof.ts");
    const report = verify({ file, folder: options.data, keys });
    if (options.json === true) output.json(report);
    else for (const line of proofLines(report, output.style)) output.line(line);
    const isHeld = report.proved && !("pinned" in report && !report.pinned);
    return isHeld ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};
