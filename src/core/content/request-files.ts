import { EarshotError } from "../../domain/errors.ts";
import {
  type AnswerFile,
  asksFiles,
  fileFault,
  fileFields,
  filesIn,
  maxBytesOf,
} from "../../domain/forms/file-fields.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Write } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";

/* Files that people give with an answer: kept beside its request until that is erased. */

/** What an answer names. */
export function filesOf(request: Request, answer: Answer): readonly AnswerFile[] {
  if (request.kind !== "question" || !("fields" in answer)) return [];
  const { form } = request.question;
  if (form.kind !== "fields") return [];
  return filesIn(form.schema, answer.fields).map(({ value }) => value as unknown as AnswerFile);
}

/**
 * Throws NOT_FOUND for a file of an answer that was not uploaded for its request, and INVALID_INPUT for one
 * that is not what was uploaded.
 */
export async function assertUploaded(
  { store }: Context,
  { request, answer }: { readonly request: Request; readonly answer: Answer },
): Promise<void> {
  if (request.status !== "open") return;
  const named = filesOf(request, answer);
  if (named.length === 0) return;
  const uploaded = await store.listContents(request.workspace, request.id);
  for (const { digest, name, size, media_type } of named) {
    const known = uploaded.find((one) => one.digest === digest);
    if (known === undefined) throw notFound("uploaded file", digest);
    if (known.size !== size || known.mediaType !== media_type) {
      throw new EarshotError(
        "INVALID_INPUT",
        `${name} was uploaded as ${known.mediaType} with ${known.size} bytes. Name it as the upload gave it.`,
        { details: { digest } },
      );
    }
  }
}

/** Throws INVALID_INPUT or TOO_LARGE for what no field of the request's form takes. */
export function assertAsked(request: Request, file: Omit<AnswerFile, "digest">): void {
  const { id } = request;
  const form = request.kind === "question" ? request.question.form : undefined;
  const fields = form?.kind === "fields" ? fileFields(form.schema) : [];
  if (fields.length === 0) {
    throw new EarshotError("INVALID_INPUT", `${id} asks for no file. Answer it without one.`, {
      details: { id },
    });
  }
  const faults = largestFirst(fields).map((field) => fileFault(field, file));
  const [fault] = faults;
  if (faults.every((one) => one !== undefined) && fault !== undefined) {
    throw new EarshotError("INVALID_INPUT", `The file is not taken: ${fault}`, {
      details: { fault },
    });
  }
}

/** Only a file that is too large for every field is refused as such. */
function largestFirst(fields: readonly JsonObject[]): readonly JsonObject[] {
  const most = Math.max(...fields.map(maxBytesOf));
  return fields.map((field) => ({ ...field, maxBytes: most }));
}

/** Drops what nobody can name in an answer any more. */
export function unusedFiles(request: Request): readonly Write[] {
  if (request.kind !== "question" || request.status === "open") return [];
  if (!asksFiles(request.question.form)) return [];
  const named = request.status === "answered" ? filesOf(request, request.answer) : [];
  return [{ type: "content.drop", owner: request.id, keep: named.map(({ digest }) => digest) }];
}
