import type { ContentDigest } from "../content/content.ts";
import { type AnswerFile, filesIn } from "../forms/file-fields.ts";
import { isId, type RequestId } from "../id.ts";
import type { Answer, Question } from "./question.ts";

/** The files that an answer names: in fields, or beside them. */
export function answerFiles({ form }: Question, answer: Answer): readonly AnswerFile[] {
  const { attachments = [] } = answer;
  if (form.kind !== "fields" || !("fields" in answer)) return attachments;
  const named = filesIn(form.schema, answer.fields);
  return [...named.map(({ value }) => value as unknown as AnswerFile), ...attachments];
}

/** A file of a request, as its address names it. */
export interface FilePlace {
  readonly id: RequestId;
  readonly digest: ContentDigest;
}

/** The addresses of files for agents that read resources; over HTTP the same path stands under `/v1`. */
export const FILE_URIS = "earshot://requests/{id}/files/{digest}";
const FILE_URI = /^earshot:\/\/requests\/([^/]{1,64})\/files\/(sha256:[0-9a-f]{64})$/;

export function fileUri({ id, digest }: FilePlace): string {
  return `earshot://requests/${id}/files/${digest}`;
}

/** Undefined for what is no address of a file. */
export function filePlace(uri: string): FilePlace | undefined {
  const [, id = "", digest = ""] = FILE_URI.exec(uri) ?? [];
  return isId("req", id) ? { id, digest: digest as ContentDigest } : undefined;
}
