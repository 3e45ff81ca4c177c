import { isFileField } from "../../domain/file-field.ts";
import type { SchemaCheck } from "../../domain/form-dialect.ts";
import { type AnswerFile, fileFields, filesIn } from "../../domain/forms/file-fields.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { plainWords } from "../../domain/plain-words.ts";
import type { Answer, Question } from "../../domain/requests/question.ts";
import { fileWords } from "../../render/file-words.ts";
import { formatWords } from "../../render/format-words.ts";
import { withoutSigns } from "../../render/signs.ts";
import { oneLine } from "../../render/visible-text.ts";
import { notice } from "./agent-lines.ts";
import { askFile, type FileDesk, type FileGiving } from "./ask-file.ts";
import { jsonFromText } from "./json-from-text.ts";
import type { LineReader, Typed } from "./line-reader.ts";
import type { Voice } from "./voice.ts";
import { yesOrNo } from "./yes-no.ts";

export interface Dialogue {
  readonly reader: LineReader;
  readonly voice: Voice;
  readonly checkSchema: SchemaCheck;
  /** How files get to the question that is asked; absent where it asks for none. */
  readonly giving?: FileGiving;
  /** Lines of what stands beside the question. */
  readonly beside?: readonly string[];
}

/** What the operator answered, or how the prompt ended without an answer. */
export type Reply =
  | { readonly kind: "answer"; readonly answer: Answer }
  | Exclude<Typed, { kind: "line" }>;

/** One property of a form as the operator sees it. */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** What an empty line stands for. */
  readonly fallback: Json | undefined;
}

/** Asks for each property in turn, those of a group one by one, and repeats one until its value fits. */
export async function askFields(
  dialogue: Dialogue,
  { form, default: offered }: Question,
  signal: AbortSignal,
): Promise<Reply> {
  if (form.kind !== "fields") return { kind: "answer", answer: { fields: {} } };
  const given = offered !== undefined && "fields" in offered ? offered.fields : {};
  const asking: Asking = { dialogue, signal, entries: [] };
  const fields = await askGroup(asking, form.schema, given);
  if (isEnd(fields)) {
    return fields.kind === "released" ? withEarlier(fields, asking.entries) : fields;
  }
  return { kind: "answer", answer: { fields: fields.json as JsonObject } };
}

interface Asking {
  readonly dialogue: Dialogue;
  readonly signal: AbortSignal;
  /** What was typed so far. */
  readonly entries: [string, string][];
}

async function askGroup(
  asking: Asking,
  schema: JsonObject,
  given: JsonObject,
): Promise<Value | End> {
  const members: [string, Json][] = [];
  for (const field of fieldsOf(schema, given)) {
    const hasParts = isGroup(field) || rowOf(field) !== undefined;
    const value = await askMember(asking, field);
    if (isEnd(value)) return value;
    if (value.json === undefined) continue;
    members.push([field.name, value.json]);
    if (!hasParts)
      asking.entries.push([field.name, draftOf(field, value.json, asking.dialogue.voice.own)]);
  }
  return { json: Object.fromEntries(members) };
}

async function askMember(asking: Asking, field: Field): Promise<Value | End> {
  const row = rowOf(field);
  if (row !== undefined) return await askRows(asking, field, row);
  if (isGroup(field)) return await askInGroup(asking, field);
  const { reader, giving } = asking.dialogue;
  return giving !== undefined && fileFields(field.schema).length > 0
    ? await askFiles(asking, field, { reader, giving })
    : await askField(asking.dialogue, field, asking.signal);
}

/** The file of a field, or those of a list one after another. */
async function askFiles(asking: Asking, field: Field, desk: FileDesk): Promise<Value | End> {
  const { dialogue, signal } = asking;
  const { items } = field.schema;
  notice(dialogue.reader, hint(field, dialogue.voice));
  const files: AnswerFile[] = [];
  for (;;) {
    const given = isJsonObject(items)
      ? await askMore(desk, { field, each: items, files }, signal)
      : await askFile(desk, { prompt: promptOf(field), field: field.schema }, signal);
    if ("kind" in given) return given;
    const json = given.file as Json | undefined;
    const fault = faultOf(dialogue, field, json);
    if (fault === undefined) return { json };
    notice(dialogue.reader, fault);
    // What is full and does not fit is begun again.
    if (!hasRoom(field, files)) files.length = 0;
  }
}

interface More {
  readonly field: Field;
  readonly each: JsonObject;
  /** Those that were given already, to which others are added. */
  readonly files: AnswerFile[];
}

async function askMore(
  desk: FileDesk,
  { field, each, files }: More,
  signal: AbortSignal,
): Promise<{ readonly file: readonly AnswerFile[] | undefined } | End> {
  while (hasRoom(field, files)) {
    const prompt = promptOf(field, ` ${files.length + 1}`);
    const given = await askFile(desk, { prompt, field: each }, signal);
    if ("kind" in given) return given;
    if (given.file === undefined) break;
    files.push(given.file);
  }
  return { file: files.length === 0 ? undefined : files };
}

function promptOf({ name }: Field, more = ""): string {
  return `[OPERATOR] ${withoutSigns(oneLine(name, 40))}${more}: `;
}

function isGroup({ schema }: Field): boolean {
  return schema["type"] === "object" && isJsonObject(schema["properties"]);
}

/** What each object of a list is made of. */
function rowOf({ schema }: Field): JsonObject | undefined {
  const { type, items } = schema;
  if (type !== "array" || !isJsonObject(items) || items["type"] !== "object") return undefined;
  return isJsonObject(items["properties"]) ? items : undefined;
}

/** A list of objects is asked row by row, until no more is wanted. */
async function askRows(asking: Asking, field: Field, row: JsonObject): Promise<Value | End> {
  const rows: Json[] = [];
  while (hasRoom(field, rows)) {
    const more = await wantsMore(asking, field, rows);
    if (typeof more !== "boolean") return more;
    if (!more) break;
    notice(asking.dialogue.reader, oneLine(`${titleOf(field)} ${rows.length + 1}:`, 200));
    const added = await askGroup(asking, row, {});
    if (isEnd(added)) return added;
    rows.push(added.json ?? {});
  }
  return { json: rows.length === 0 ? field.fallback : rows };
}

function hasRoom({ schema: { maxItems } }: Field, rows: readonly unknown[]): boolean {
  return typeof maxItems !== "number" || rows.length < maxItems;
}

async function wantsMore(
  asking: Asking,
  field: Field,
  rows: readonly Json[],
): Promise<boolean | End> {
  const { minItems } = field.schema;
  const isBegun = rows.length > 0;
  const isShort = typeof minItems === "number" && rows.length < minItems;
  if (isShort && (field.isRequired || isBegun)) return true;
  const { own } = asking.dialogue.voice;
  const title = titleOf(field);
  return await isWanted(
    asking,
    own.say(isBegun ? "group.add_more" : "group.add", { title }),
    field,
  );
}

/** A group that may be left out is asked about first. */
async function askInGroup(asking: Asking, field: Field): Promise<Value | End> {
  const { schema, isRequired, fallback } = field;
  if (!isRequired) {
    const wanted = await isWanted(
      asking,
      asking.dialogue.voice.own.say("group.fill", { title: titleOf(field) }),
      field,
    );
    if (wanted !== true) return wanted === false ? { json: undefined } : wanted;
  }
  notice(asking.dialogue.reader, oneLine(`${titleOf(field)}:`, 200));
  return await askGroup(asking, schema, isJsonObject(fallback) ? fallback : {});
}

async function isWanted(
  { dialogue, signal }: Asking,
  title: string,
  field: Field,
): Promise<boolean | End> {
  const whether: Field = {
    name: field.name,
    schema: { type: "boolean", title },
    isRequired: false,
    fallback: undefined,
  };
  const said = await askField(dialogue, whether, signal);
  return isEnd(said) ? said : said.json === true;
}

function titleOf({ name, schema }: Field): string {
  return typeof schema["title"] === "string" ? plainWords(schema["title"]) : name;
}

/** Values typed into earlier fields belong to the draft too. */
function withEarlier(
  { draft }: Extract<End, { kind: "released" }>,
  entries: readonly [string, string][],
): End {
  const lines = entries.map(([name, text]) => `${name}: ${text}`);
  return { kind: "released", draft: [...lines, draft].filter((line) => line !== "").join("\n") };
}

type Value = { readonly json: Json | undefined };
type End = Exclude<Typed, { kind: "line" }>;

function isEnd(value: Value | End): value is End {
  return "kind" in value;
}

function fieldsOf(group: JsonObject, given: JsonObject): Field[] {
  const required = Array.isArray(group["required"]) ? group["required"] : [];
  return Object.entries(group["properties"] as Record<string, JsonObject>).map(
    ([name, schema]) => ({
      name,
      schema,
      isRequired: required.includes(name),
      fallback: Object.hasOwn(given, name) ? given[name] : schema["default"],
    }),
  );
}

async function askField(
  dialogue: Dialogue,
  field: Field,
  signal: AbortSignal,
): Promise<Value | End> {
  const { reader, voice } = dialogue;
  notice(reader, hint(field, voice));
  for (;;) {
    const typed = await reader.read(promptOf(field), signal);
    if (typed.kind !== "line") return typed;
    const json =
      typed.text === "" ? field.fallback : jsonFromText(typed.text, field.schema, voice.own);
    const fault = faultOf(dialogue, field, json);
    if (fault === undefined) return { json };
    notice(reader, fault);
  }
}

function faultOf(
  { checkSchema, voice: { own } }: Dialogue,
  { name, schema, isRequired }: Field,
  json: Json | undefined,
): string | undefined {
  if (json === undefined) return isRequired ? own.say("field.required") : undefined;
  const { type } = schema;
  if (type === "boolean" && typeof json !== "boolean") return own.say("field.yes_no");
  if ((type === "integer" || type === "number") && typeof json !== "number") {
    return own.say(type === "integer" ? "field.integer" : "field.number");
  }
  const alone = { type: "object", properties: Object.fromEntries([[name, schema]]) };
  const faults = checkSchema(alone, Object.fromEntries([[name, json]]));
  return faults.length === 0 ? undefined : faults.join(" ");
}

function hint(field: Field, voice: Voice): string {
  const { schema, isRequired, fallback } = field;
  const { own } = voice;
  const notes = [
    typeof schema["description"] === "string" ? plainWords(schema["description"]) : undefined,
    kindWords(schema, voice),
    own.say(isRequired ? "hint.required" : "hint.optional"),
    fallback === undefined ? undefined : own.say("hint.enter", { text: shown(fallback, own) }),
  ];
  return oneLine(
    `${titleOf(field)} (${notes.filter((note) => note !== undefined).join("; ")})`,
    400,
  );
}

function kindWords(schema: JsonObject, { own, words }: Voice): string {
  const { type, items, format } = schema;
  if (isFileField(schema)) return own.say("hint.path", { file: fileWords(schema, words) });
  if (isJsonObject(items) && isFileField(items)) {
    return own.say("hint.paths", { file: fileWords(schema, words) });
  }
  if (type === "array" && isJsonObject(items)) {
    const chosen = optionWords(items, own);
    if (chosen === undefined) return own.say("hint.list");
    return own.say("hint.any_of", { options: chosen });
  }
  const chosen = optionWords(schema, own);
  if (chosen !== undefined) return own.say("hint.one_of", { options: chosen });
  const known = TYPES.find((one) => one === type);
  const plain = known === undefined ? "JSON" : own.say(`hint.${known}`);
  return formatWords(format, words) ?? plain;
}

function optionWords(
  { enum: options, enumNames }: JsonObject,
  own: Voice["own"],
): string | undefined {
  if (!Array.isArray(options)) return undefined;
  const names = Array.isArray(enumNames) ? enumNames : [];
  return options
    .map((one: Json, index) => plainWords(shown(names[index] ?? "", own)) || shown(one, own))
    .join(", ");
}

const TYPES = ["boolean", "integer", "number", "string"] as const;

/** What a draft says of a value; of files, their names. */
function draftOf({ schema }: Field, json: Json, own: Voice["own"]): string {
  const names = filesIn(schema, json).map(({ value }) => (value as Json & AnswerFile).name);
  return names.length === 0 ? shown(json, own) : names.join(", ");
}

/** A value in the form in which people type it. */
function shown(json: Json, own: Voice["own"]): string {
  if (typeof json === "boolean") return yesOrNo(json, own);
  return typeof json === "string" ? json : JSON.stringify(json);
}
