import { EarshotError } from "../../domain/errors.ts";
import { contentsOf } from "../../domain/evidence/evidence.ts";
import {
  type AnswerFile,
  fileFault,
  fileFields,
  maxBytesOf,
} from "../../domain/forms/file-fields.ts";
import { inTime } from "../../domain/in-words.ts";
import type { JsonObject } from "../../domain/json.ts";
import { UNTAKEN_FILE_MS } from "../../domain/limits.ts";
import { answerFiles } from "../../domain/requests/answer-files.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

/* Files that people give with an answer: kept beside its request until that is erased. */

/** What an answer names. */
export function filesOf(request: Request, answer: Answer): readonly AnswerFile[] {
  return request.kind === "question" ? answerFiles(request.question, answer) : [];
}

/**
 * What the commit of an answer needs so that its files are there. Throws NOT_FOUND for one that was not
 * uploaded for its request, and INVALID_INPUT for one that is not what was uploaded.
 */
export async function uploadedFor(
  { store }: Context,
  { request, answer }: { readonly request: Request; readonly answer: Answer },
): Promise<readonly Write[]> {
  if (request.status !== "open") return [];
  const { workspace, id: owner } = request;
  const named = filesOf(request, answer);
  if (named.length === 0) return [];
  const uploaded = await store.listContents(workspace, owner);
  for (const { digest, name, size, media_type } of named) {
    const known = uploaded.find((one) => one.digest === digest);
    if (known === undefined) {
      throw new EarshotError(
        "NOT_FOUND",
        `${name} is not here: it was uploaded for another request or not at all, or more than ${inTime(UNTAKEN_FILE_MS)} ago. Upload it for ${owner} and answer again.`,
        { details: { id: owner, digest } },
      );
    }
    if (known.size !== size || known.mediaType !== media_type) {
      throw new EarshotError(
        "INVALID_INPUT",
        `${name} was uploaded as ${known.mediaType} with ${known.size} bytes. Name it as the upload gave it.`,
        { details: { digest } },
      );
    }
  }
  return [{ type: "content.holds", owner, digests: named.map(({ digest }) => digest) }];
}

/** Throws INVALID_INPUT or TOO_LARGE for what no field takes of a form that asks for files. */
export function assertAsked(request: Request, file: Omit<AnswerFile, "digest">): void {
  if (request.kind === "authorization") {
    const { id } = request;
    throw new EarshotError("INVALID_INPUT", `${id} takes no answer, and so no file.`, {
      details: { id },
    });
  }
  const { form } = request.question;
  const fields = form.kind === "fields" ? fileFields(form.schema) : [];
  if (fields.length === 0) return;
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

/** Drops what nobody can name in an answer any more. What its agent laid before people stays. */
export function unusedFiles(request: Request): readonly Write[] {
  if (request.kind !== "question" || request.status === "open") return [];
  const named = request.status === "answered" ? filesOf(request, request.answer) : [];
  const shown = (request.question.evidence ?? []).flatMap(contentsOf);
  const keep = [...named.map(({ digest }) => digest), ...shown];
  return [{ type: "content.drop", owner: request.id, keep }];
}
