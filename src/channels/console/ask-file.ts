import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { type AnswerFile, fileFault } from "../../domain/forms/file-fields.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { AttachmentInput } from "../../ports/earshot/liaison.ts";
import { notice } from "./agent-lines.ts";
import type { LineReader, Typed } from "./line-reader.ts";

/** How a file gets from a path to the request that is asked. */
export interface FileGiving {
  /** Reads the file at a path as people type it. Throws INVALID_INPUT and TOO_LARGE. */
  readonly readFile: (typed: string) => AttachmentInput;
  /** Undefined if the console ends meanwhile. */
  readonly upload: (file: AttachmentInput) => Promise<AnswerFile | undefined>;
}

export interface GivingOptions extends Pick<FileGiving, "readFile"> {
  readonly earshot: Pick<Earshot, "uploadFile">;
  /** Repeats a call while its failure is temporary; undefined if the console ends first. */
  readonly reach: <T>(call: () => Promise<T>) => Promise<T | undefined>;
}

/** Gives files to one request. */
export function givingTo(id: RequestId, { earshot, readFile, reach }: GivingOptions): FileGiving {
  return {
    readFile,
    upload(file) {
      const options = { via: "console", idempotencyKey: crypto.randomUUID() } as const;
      return reach(() => earshot.uploadFile({ id, ...file }, options));
    },
  };
}

export interface FileDesk {
  readonly reader: LineReader;
  readonly giving: FileGiving;
}

type GivenFile = { readonly file: AnswerFile | undefined } | Exclude<Typed, { kind: "line" }>;

/** Reads paths until the file at one fits the field and has arrived; none for an empty line. */
export async function askFile(
  { reader, giving }: FileDesk,
  { prompt, field }: { readonly prompt: string; readonly field: JsonObject },
  signal: AbortSignal,
): Promise<GivenFile> {
  for (;;) {
    const typed = await reader.read(prompt, signal);
    if (typed.kind !== "line") return typed;
    if (typed.text.trim() === "") return { file: undefined };
    try {
      const file = await give(giving, field, typed.text);
      if (file !== undefined) return { file };
    } catch (error) {
      if (!isEarshotError(error)) throw error;
      notice(reader, error.message);
    }
  }
}

async function give(
  { readFile, upload }: FileGiving,
  field: JsonObject,
  typed: string,
): Promise<AnswerFile | undefined> {
  const file = readFile(typed);
  const { name, media_type = "", content } = file;
  const size = Buffer.byteLength(content, "base64");
  const fault = fileFault(field, { name, media_type, size });
  if (fault !== undefined) throw new EarshotError("INVALID_INPUT", fault);
  return await upload(file);
}
