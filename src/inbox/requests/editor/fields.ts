import { isCommitment } from "../../../domain/authority/secret-args.ts";
import { isFileField } from "../../../domain/file-field.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import { pointerPart } from "../../../domain/json-pointer.ts";
import { plainWords } from "../../../domain/plain-words.ts";
import { present } from "../../../domain/present.ts";
import { shownText } from "../../../render/shown-json.ts";
import { visibleText } from "../../../render/visible-text.ts";

/*
 * How arguments and forms are edited: one field for each value, of the type in its schema,
 * otherwise of the type it has. Numbers stay numbers. Lists that are there already, and whatever no
 * simpler field can hold faithfully, are edited as JSON.
 */
export type FieldKind =
  | "text"
  | "number"
  | "yes-no"
  | "choice"
  /** Any of the choices. */
  | "several"
  /** A list, one item a line. */
  | "lines"
  /** A list of objects, each filled in as a row. */
  | "rows"
  | "file"
  | "files"
  | "json"
  | "secret";

export interface EditField {
  readonly pointer: string;
  /** The last key, for people. */
  readonly name: string;
  /** The keys above it, for people. */
  readonly within: readonly string[];
  readonly kind: FieldKind;
  readonly isLong: boolean;
  readonly isRequired: boolean;
  /** The group that may be left out, where it is required in that group alone. */
  readonly neededIn?: string;
  /** Absent if there is none yet. */
  readonly value?: Json;
  readonly choices: readonly Json[];
  /** Their labels. */
  readonly choiceNames: readonly string[];
  /** The fields of each row; their pointers lead from the row. */
  readonly columns: readonly EditField[];
  readonly schema: JsonObject;
}

export interface EditSubject {
  readonly value: JsonObject;
  /** JSON Schema of the value, if there is one. */
  readonly schema?: JsonObject | undefined;
}

const LONG_CHARS = 60;
const DEPTH = 4;

export function fieldsOf({ value, schema = {} }: EditSubject): readonly EditField[] {
  return [...objectFields({ value, schema, pointer: "", within: [] })];
}

interface Place {
  readonly value: Json | undefined;
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly within: readonly string[];
  /** The innermost group around it that may be left out. */
  readonly optional?: string;
}

function* objectFields(place: Place): Generator<EditField> {
  const value = isJsonObject(place.value) ? place.value : {};
  const properties = objectAt(place.schema, "properties");
  const required = listAt(place.schema, "required");
  for (const key of new Set([...Object.keys(value), ...Object.keys(properties)])) {
    const child: Place = {
      value: own(value, key),
      schema: objectAt(properties, key),
      pointer: place.pointer + pointerPart(key),
      within: place.within,
      ...present({ optional: place.optional }),
    };
    yield* fieldsAt(child, { key, isRequired: required.includes(key) });
  }
}

interface Key {
  readonly key: string;
  readonly isRequired: boolean;
}

function* fieldsAt(place: Place, { key, isRequired }: Key): Generator<EditField> {
  const { value, schema, pointer, within, optional } = place;
  const name = nameOf(key, schema);
  if (isTaken(place)) {
    const isLeftOut = value === undefined && !isRequired;
    const inner = { ...place, ...present({ optional: isLeftOut ? pointer : optional }) };
    yield* objectFields({ ...inner, within: [...within, name] });
    return;
  }
  const kind = kindOf(place);
  const chosen = kind === "several" ? objectAt(schema, "items") : schema;
  yield {
    pointer,
    name,
    within,
    kind,
    isRequired: isRequired && optional === undefined,
    schema,
    isLong: typeof value === "string" && (value.length > LONG_CHARS || value.includes("\n")),
    choices: choicesOf(chosen),
    choiceNames: listAt(chosen, "enumNames").map(String),
    columns: kind === "rows" ? columnsOf(objectAt(schema, "items")) : [],
    ...present({ value, neededIn: isRequired ? optional : undefined }),
  };
}

function nameOf(key: string, schema: JsonObject): string {
  const title = own(schema, "title");
  return shownText(typeof title === "string" && title.trim() !== "" ? plainWords(title) : key);
}

/** Objects are taken apart into members; a value that could have several types is not. */
function isTaken({ value, schema, within }: Place): boolean {
  if (within.length >= DEPTH || isCommitment(value)) return false;
  if (value === undefined) {
    return schema["type"] === "object" && Object.keys(objectAt(schema, "properties")).length > 0;
  }
  return isJsonObject(value) && Object.keys(value).length > 0;
}

function kindOf({ value, schema }: Place): FieldKind {
  if (isCommitment(value)) return "secret";
  const choices = choicesOf(schema);
  if (choices.length > 0 && (value === undefined || choices.includes(value))) return "choice";
  return value === undefined ? kindOfNone(schema) : kindOfType(typeof value, value);
}

/** Of what has no value yet. */
function kindOfNone(schema: JsonObject): FieldKind {
  if (isFileField(schema)) return "file";
  const { type } = schema;
  return type === "array" ? kindOfList(objectAt(schema, "items")) : kindOfType(type);
}

function kindOfType(type: Json | undefined, value?: Json): FieldKind {
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "yes-no";
  return type === "string" && isPlain(value) ? "text" : "json";
}

function kindOfList(items: JsonObject): FieldKind {
  if (isFileField(items)) return "files";
  if (choicesOf(items).length > 0) return "several";
  if (columnsOf(items).length > 0) return "rows";
  return ["string", "number", "integer"].includes(String(items["type"])) ? "lines" : "json";
}

const IN_ROWS: readonly FieldKind[] = ["text", "number", "yes-no", "choice", "file", "files"];

/** None where a row would have more than plain values and files. */
function columnsOf(items: JsonObject): readonly EditField[] {
  if (items["type"] !== "object") return [];
  const columns = fieldsOf({ value: {}, schema: items });
  const isPlain = ({ kind, within }: EditField) => within.length === 0 && IN_ROWS.includes(kind);
  return columns.every(isPlain) ? columns : [];
}

/** A text field drops carriage returns and hides what cannot be seen; JSON keeps both. */
function isPlain(value: Json | undefined): boolean {
  return typeof value !== "string" || (visibleText(value) === value && !value.includes("\r"));
}

function choicesOf(schema: JsonObject): readonly Json[] {
  if (schema["const"] !== undefined) return [schema["const"]].filter(isSimple);
  const listed = own(schema, "enum");
  return Array.isArray(listed) && listed.every(isSimple) ? listed : [];
}

function isSimple(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const value = own(schema, key);
  return isJsonObject(value) ? value : {};
}

function listAt(schema: JsonObject, key: string): readonly Json[] {
  const value = own(schema, key);
  return Array.isArray(value) ? value : [];
}
