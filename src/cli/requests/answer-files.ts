import { EarshotError } from "../../domain/errors.ts";
import { isFileField } from "../../domain/file-field.ts";
import type { AnswerFile } from "../../domain/forms/file-fields.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { pointerPart, pointerParts } from "../../domain/json-pointer.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { QuestionRequest, Shown } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { fileAt } from "../liaison/attached-files.ts";

/** Uploads each file, for an answer that takes it beside its words. */
export async function attachmentsOf(
  earshot: Pick<Earshot, "uploadFile">,
  id: RequestId,
  paths: readonly string[] = [],
): Promise<Pick<Answer, "attachments">> {
  if (paths.length === 0) return {};
  // All are read before one is sent.
  const attachments: AnswerFile[] = [];
  for (const file of paths.map(fileAt)) {
    attachments.push(await earshot.uploadFile({ id, ...file }));
  }
  return { attachments };
}

/** Uploads each file, as `field=path`, and names it in the fields; several of one field make a list. */
export async function withAnswerFiles(
  earshot: Pick<Earshot, "uploadFile">,
  { id, question: { form } }: Shown<QuestionRequest>,
  { answer, files }: { readonly answer: Answer; readonly files: readonly string[] },
): Promise<Answer> {
  if (form.kind !== "fields" || !("fields" in answer)) {
    throw invalid(
      `${id} has no field for a file. Leave out --file, or give it beside the words with --attach.`,
    );
  }
  // All are read before one is sent.
  const given = files.map((file) => {
    const { pointer, path } = partsOf(file);
    return { ...placeOf(form.schema, pointer, id), file: fileAt(path), given: file };
  });
  let fields: Json = answer.fields;
  for (const { file, ...place } of given) {
    const kept: Json = { ...(await earshot.uploadFile({ id, ...file })) };
    fields = withFile(fields, kept, place);
  }
  return { ...answer, fields: fields as JsonObject };
}

function partsOf(file: string): { readonly pointer: string; readonly path: string } {
  const at = file.indexOf("=");
  if (at < 1 || at === file.length - 1) {
    throw invalid(`--file ${file} names no field and file. Write it as --file invoice=may.pdf.`);
  }
  const name = file.slice(0, at);
  return { pointer: name.startsWith("/") ? name : pointerPart(name), path: file.slice(at + 1) };
}

interface Place {
  /** Names of members, and numbers of items from 0. */
  readonly parts: readonly (string | number)[];
  readonly holds: "one" | "several";
}

function placeOf(schema: JsonObject, pointer: string, id: string): Place {
  let found: Json | undefined = schema;
  const parts = pointerParts(pointer).map((part): string | number => {
    const items = memberOf(found, "items");
    const isItem = items !== undefined && /^\d{1,4}$/.test(part);
    found = isItem ? items : memberOf(memberOf(found, "properties"), part);
    return isItem ? Number(part) : part;
  });
  if (isJsonObject(found) && isFileField(found)) return { parts, holds: "one" };
  const items = memberOf(found, "items");
  if (isJsonObject(items) && isFileField(items)) return { parts, holds: "several" };
  const name = JSON.stringify(pointer.slice(1));
  throw invalid(
    `The form has no field ${name} for a file. npx earshot show ${id} shows its fields.`,
  );
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

interface Named extends Place {
  /** As it was written. */
  readonly given: string;
}

function withFile(before: Json | undefined, kept: Json, { parts, holds, given }: Named): Json {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (holds === "one") return kept;
    return Array.isArray(before) ? [...before, kept] : [kept];
  }
  const inner = { parts: rest, holds, given };
  if (typeof part === "string") {
    const group = isJsonObject(before) ? before : {};
    return { ...group, [part]: withFile(memberOf(group, part), kept, inner) };
  }
  const rows: readonly Json[] = Array.isArray(before) ? before : [];
  if (part > rows.length) {
    throw invalid(
      `--file ${given} leaves a gap: there are ${rows.length} before it, counted from 0.`,
    );
  }
  return [...rows.slice(0, part), withFile(rows[part], kept, inner), ...rows.slice(part + 1)];
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { details: { what: "--file" } });
}
