import { existsSync } from "node:fs";
import type { Command } from "commander";
import { present } from "../../../domain/present.ts";
import { dataPaths, readStoreMark } from "../../../system/data-folder.ts";
import { readObject } from "../../authority/read-object.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export function defineGrant(program: Command): Command {
  return program
    .command("grant")
    .summary("Verify grants offline, and look after the keys that sign them")
    .description("Verify grants offline, and look after the keys that sign them.");
}

interface VerifyOptions {
  readonly keys?: string;
  readonly action?: string;
  readonly tool?: string;
  readonly args?: string;
}

export const verifyGrant: CommandModule = {
  define: (grant) =>
    addCommand(grant, {
      usage: "verify <token>",
      summary: "Say whether a grant is signed by this server, and for what",
      more: "Needs no server, only its public keys. With --action it is also said whether the grant is for that action; --tool and --args put in what is about to run. Exits 0 for a grant that is ours and has not expired, 11 for one that has, 1 for any other text or action. Secret arguments cannot be checked offline, nor whether it was used up or taken back: only the server knows, and redeem tells.",
      examples: [
        "npx earshot grant verify eyJhbGciOiJFZERTQSIs…",
        "npx earshot grant verify eyJhbGciOiJFZERTQSIs… --keys keys.json",
        `npx earshot grant verify eyJhbGciOiJFZERTQSIs… --action action.json --args '{"user_id":"user123"}'`,
      ],
    })
      .option("--keys <file>", "public keys as a JWK Set; those of the data folder where absent")
      .option("--action <file>", "the action that was approved, or the output of show ID --json")
      .option("--tool <name>", "the tool that is about to run")
      .option("--args <json>", "its arguments: a JSON object, @file, or - for standard input"),

  async run(context, command) {
    const [token] = command.processedArgs as [string];
    const { keys, action, tool, args } = command.opts<VerifyOptions>();
    if (args !== undefined && action === undefined) {
      command.error("error: --args goes with --action: a digest is made of the whole action.");
    }
    const { checkGrant } = await import("../../authority/check-grant.ts");
    const { readEnvelope } = await import("../../authority/read-envelope.ts");
    const { printGrant } = await import("../../authority/print-grant.ts");
    const checked = checkGrant({
      token,
      folder: context.options.data,
      keys,
      tool,
      action: action === undefined ? undefined : await readEnvelope(action),
      args: args === undefined ? undefined : await readObject("--args", args),
    });
    if (context.options.json === true) context.output.json(checked);
    else printGrant(context.output, checked);
    if (checked.fault !== undefined) return EXIT_CODES.error;
    return checked.isExpired ? EXIT_CODES.expired : EXIT_CODES.answered;
  },
};

export const grantKeys: CommandModule = {
  define: (grant) =>
    addCommand(grant, {
      usage: "keys",
      summary: "Print the public keys of grants and checkpoints as a JWK Set",
      more: "Of the data folder, or of the server that EARSHOT_URL names. The first one signs now. Keep a copy where whoever can change the log cannot change it.",
      examples: ["npx earshot grant keys > keys.json"],
    }),

  async run(context) {
    const { signingKeys } = dataPaths(context.options.data);
    const isShared = readStoreMark(context.options.data) !== undefined;
    if (context.environment.url !== undefined || isShared || !existsSync(signingKeys)) {
      context.output.json(await context.connectAs("operator").grantKeys());
      return EXIT_CODES.answered;
    }
    const { publicKeysOf } = await import("../../../system/signing-keys.ts");
    const { readPublicKeys } = await import("../../log/public-keys.ts");
    const { knownDeployment } = await import("../../log/known-deployment.ts");
    const { data } = context.options;
    const set = publicKeysOf(readPublicKeys(data, undefined));
    context.output.json({ ...set, ...present({ deployment: knownDeployment(data, undefined) }) });
    return EXIT_CODES.answered;
  },
};

export const rotateGrant: CommandModule = {
  define: (grant) =>
    addCommand(grant, {
      usage: "rotate",
      summary: "Sign grants and checkpoints with a new key from now",
      changes: true,
      more: "What the key before has signed can still be proved; the key itself is destroyed. Whoever keeps copies of the public keys needs a new one.",
      examples: ["npx earshot grant rotate"],
    }),

  async run(context) {
    const rotated = await context.connectAs("operator").rotateGrantKey({}, context.call);
    if (context.options.json === true) context.output.json(rotated);
    else context.output.line(`signing with ${rotated.kid} from now`);
    return EXIT_CODES.answered;
  },
};
