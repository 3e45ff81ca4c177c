import { readFileSync, statSync } from "node:fs";
import { basename, extname } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import { EarshotError } from "../../domain/errors.ts";
import { inBytes } from "../../domain/in-words.ts";
import { MAX_ATTACHMENTS, MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { AttachmentInput } from "../../ports/earshot/liaison.ts";
import { collect } from "../terminal/command.ts";

/** Words that stand for all of standard input. */
const STANDARD_INPUT = "-";

export interface AttachOptions {
  readonly attach?: readonly string[];
}

export function addAttach(command: Command): Command {
  return command.option(
    "--attach <file>",
    `a file that goes with it, of at most ${inBytes(MAX_CONTENT_BYTES)}; up to ${MAX_ATTACHMENTS} of them`,
    collect,
  );
}

/** The files for a call; nothing if there are none. */
export function attachmentsOf({ attach = [] }: AttachOptions): {
  readonly attachments?: readonly AttachmentInput[];
} {
  return attach.length === 0 ? {} : { attachments: attach.map(fileAt) };
}

/** What the ending of a name says; of others the server says that it does not know. */
const TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".log": "text/plain",
  ".md": "text/markdown",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".txt": "text/plain",
  ".webp": "image/webp",
  ".zip": "application/zip",
};

/** A file as calls take it. Throws INVALID_INPUT and TOO_LARGE. */
export function fileAt(file: string): AttachmentInput {
  const media_type = TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
  return { name: basename(file), media_type, content: bytesOf(file).toString("base64") };
}

function bytesOf(file: string): Buffer {
  let size: number;
  try {
    size = statSync(file).size;
    if (size <= MAX_CONTENT_BYTES) return readFileSync(file);
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The file ${file} cannot be read: ${whyRefused(cause)}.`,
      { cause },
    );
  }
  throw new EarshotError(
    "TOO_LARGE",
    `The file ${file} has ${size} bytes, of at most ${inBytes(MAX_CONTENT_BYTES)}. Attach a part of it, or say where it is kept.`,
    { details: { file, size } },
  );
}

/** The words of a command as one message; `-` alone is all of standard input. */
export async function messageOf(words: readonly string[]): Promise<string> {
  if (!isStandardInput(words)) return words.join(" ");
  try {
    const bytes = await buffer(process.stdin);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      "Standard input is not UTF-8. Attach it as a file instead: --attach FILE.",
      { cause },
    );
  }
}

export function isStandardInput(words: readonly string[]): boolean {
  return words.length === 1 && words[0] === STANDARD_INPUT;
}
