import { EarshotError } from "../../domain/errors.ts";
import { isFileField } from "../../domain/file-field.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { pointerPart, pointerParts } from "../../domain/json-pointer.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { QuestionRequest, Shown } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { fileAt } from "../liaison/attached-files.ts";

/** Uploads each file, as `field=path`, and names it in the fields; several of one field make a list. */
export async function withAnswerFiles(
  earshot: Pick<Earshot, "uploadFile">,
  { id, question: { form } }: Shown<QuestionRequest>,
  { answer, files }: { readonly answer: Answer; readonly files: readonly string[] },
): Promise<Answer> {
  if (form.kind !== "fields" || !("fields" in answer)) {
    throw invalid(`${id} takes no file. Leave out --file.`);
  }
  // All are read before one is sent.
  const given = files.map((file) => {
    const { pointer, path } = partsOf(file);
    return {
      parts: pointerParts(pointer),
      place: placeOf(form.schema, pointer, id),
      file: fileAt(path),
    };
  });
  let { fields } = answer;
  for (const { parts, place, file } of given) {
    const kept: Json = { ...(await earshot.uploadFile({ id, ...file })) };
    fields = withFile(fields, { parts, kept, place });
  }
  return { ...answer, fields };
}

function partsOf(file: string): { readonly pointer: string; readonly path: string } {
  const at = file.indexOf("=");
  if (at < 1 || at === file.length - 1) {
    throw invalid(`--file ${file} names no field and file. Write it as --file invoice=may.pdf.`);
  }
  const name = file.slice(0, at);
  return { pointer: name.startsWith("/") ? name : pointerPart(name), path: file.slice(at + 1) };
}

type Place = "one" | "several";

function placeOf(schema: JsonObject, pointer: string, id: string): Place {
  let found: Json | undefined = schema;
  for (const part of pointerParts(pointer)) found = memberOf(memberOf(found, "properties"), part);
  if (isJsonObject(found) && isFileField(found)) return "one";
  const items = memberOf(found, "items");
  if (isJsonObject(items) && isFileField(items)) return "several";
  const name = JSON.stringify(pointer.slice(1));
  throw invalid(
    `The form has no field ${name} for a file. npx earshot show ${id} shows its fields.`,
  );
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

interface Kept {
  readonly parts: readonly string[];
  readonly kept: Json;
  readonly place: Place;
}

function withFile(fields: JsonObject, { parts, kept, place }: Kept): JsonObject {
  const [name = "", ...rest] = parts;
  const before = memberOf(fields, name);
  const listed = Array.isArray(before) ? [...before, kept] : [kept];
  const own = place === "one" ? kept : listed;
  const group = isJsonObject(before) ? before : {};
  const made = rest.length === 0 ? own : withFile(group, { parts: rest, kept, place });
  return { ...fields, [name]: made };
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { details: { what: "--file" } });
}
