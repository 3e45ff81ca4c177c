import { writeFileSync } from "node:fs";
import { EarshotError } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/id.ts";
import type { Attachment, Liaison } from "../../../domain/liaison/liaison.ts";
import { whyRefused } from "../../../domain/why-refused.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { addKey, type ReportOptions, withKey } from "./liaison-work.ts";

interface AttachmentOptions extends ReportOptions {
  readonly output?: string;
}

export const saveAttachment: CommandModule = {
  define: (liaison) =>
    addKey(
      addCommand(liaison, {
        usage: "attachment",
        summary: "Save a file beside words or a result, or a message that was too long",
        more: "Without --output it is written under its own name into the folder that you are in, and never over a file that is there.",
        examples: [
          "npx earshot liaison attachment cnv_01j… message.txt",
          "npx earshot liaison attachment cnv_01j… sha256:2cf24d… --output log.txt",
          "npx earshot liaison attachment cnv_01j… sales.csv --output -",
        ],
      })
        .addArgument(idArgument("cnv"))
        .argument("<attachment>", "its digest, enough of the digest, or its name"),
    ).option("-o, --output <file>", "file to write, - for standard output"),

  async run(context, command) {
    const [id, named] = command.processedArgs as [ConversationId, string];
    const options = command.opts<AttachmentOptions>();
    const earshot = withKey(context, options);
    const of = { conversation_id: id };
    const { digest } = attachmentNamed(await earshot.showLiaison(of), named);
    const { bytes, ...facts } = await earshot.readAttachment({ ...of, digest });
    const { output } = context;
    if (options.output === "-") {
      process.stdout.write(bytes);
      return EXIT_CODES.answered;
    }
    const file = options.output ?? facts.name;
    save(file, bytes);
    if (context.options.json === true) output.json({ ...facts, file });
    else output.note(`Saved ${facts.size} bytes as ${file}.`);
    return EXIT_CODES.answered;
  },
};

const LEAST_DIGITS = 6;

function attachmentNamed({ id, exchanges, results }: Liaison, named: string): Attachment {
  const all = [...exchanges, ...results].flatMap(({ attachments = [] }) => attachments);
  const start = named.startsWith("sha256:") ? named : `sha256:${named}`;
  const isLong = start.length >= "sha256:".length + LEAST_DIGITS;
  const byDigest = isLong ? all.filter(({ digest }) => digest.startsWith(start)) : [];
  const found = byDigest.length > 0 ? byDigest : all.filter(({ name }) => name === named);
  const [first] = found;
  if (first !== undefined && new Set(found.map(({ digest }) => digest)).size === 1) return first;
  const list = all.map(({ name, digest }) => `${name} ${digest}`).join(", ");
  throw new EarshotError(
    found.length === 0 ? "NOT_FOUND" : "INVALID_INPUT",
    `${found.length === 0 ? "Nothing" : "More than one thing"} that is attached to ${id} goes by ${named}. ${all.length === 0 ? "Nothing is attached to it." : `Attached are: ${list}.`}`,
  );
}

function save(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${file} cannot be written: ${whyRefused(cause)}. Name another file with --output.`,
      { cause },
    );
  }
}
