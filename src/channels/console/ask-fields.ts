import type { SchemaCheck } from "../../domain/form-dialect.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Answer, Question } from "../../domain/requests/question.ts";
import { withoutSigns } from "../../render/signs.ts";
import { oneLine } from "../../render/visible-text.ts";
import { notice } from "./agent-lines.ts";
import { jsonFromText } from "./json-from-text.ts";
import type { LineReader, Typed } from "./line-reader.ts";

export interface Dialogue {
  readonly reader: LineReader;
  readonly checkSchema: SchemaCheck;
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

/** Asks for each property in turn, and repeats one until its value fits. */
export async function askFields(
  dialogue: Dialogue,
  question: Question,
  signal: AbortSignal,
): Promise<Reply> {
  const entries: [string, Json][] = [];
  for (const field of fieldsOf(question)) {
    const value = await askField(dialogue, field, signal);
    if (isEnd(value)) return value.kind === "released" ? withEarlier(value, entries) : value;
    if (value.json !== undefined) entries.push([field.name, value.json]);
  }
  return { kind: "answer", answer: { fields: Object.fromEntries(entries) } };
}

/** Values typed into earlier fields belong to the draft too. */
function withEarlier(
  { draft }: Extract<End, { kind: "released" }>,
  entries: readonly [string, Json][],
): End {
  const lines = entries.map(([name, json]) => `${name}: ${shown(json)}`);
  return { kind: "released", draft: [...lines, draft].filter((line) => line !== "").join("\n") };
}

type Value = { readonly json: Json | undefined };
type End = Exclude<Typed, { kind: "line" }>;

function isEnd(value: Value | End): value is End {
  return "kind" in value;
}

function fieldsOf({ form, default: offered }: Question): Field[] {
  if (form.kind !== "fields") return [];
  const given = offered !== undefined && "fields" in offered ? offered.fields : {};
  const required = Array.isArray(form.schema["required"]) ? form.schema["required"] : [];
  return Object.entries(form.schema["properties"] as Record<string, JsonObject>).map(
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
  const { reader } = dialogue;
  notice(reader, hint(field));
  for (;;) {
    const prompt = `[OPERATOR] ${withoutSigns(oneLine(field.name, 40))}: `;
    const typed = await reader.read(prompt, signal);
    if (typed.kind !== "line") return typed;
    const json = typed.text === "" ? field.fallback : jsonFromText(typed.text, field.schema);
    const fault = faultOf(dialogue, field, json);
    if (fault === undefined) return { json };
    notice(reader, fault);
  }
}

function faultOf(
  { checkSchema }: Dialogue,
  { name, schema, isRequired }: Field,
  json: Json | undefined,
): string | undefined {
  if (json === undefined) return isRequired ? "This one is required." : undefined;
  const { type } = schema;
  if (type === "boolean" && typeof json !== "boolean") return "Type yes or no.";
  if ((type === "integer" || type === "number") && typeof json !== "number") {
    return type === "integer"
      ? "Type a whole number, such as 12."
      : "Type a number, such as 12 or 1.5.";
  }
  const alone = { type: "object", properties: Object.fromEntries([[name, schema]]) };
  const faults = checkSchema(alone, Object.fromEntries([[name, json]]));
  return faults.length === 0 ? undefined : faults.join(" ");
}

function hint({ name, schema, isRequired, fallback }: Field): string {
  const title = typeof schema["title"] === "string" ? schema["title"] : name;
  const notes = [
    typeof schema["description"] === "string" ? schema["description"] : undefined,
    Array.isArray(schema["enum"])
      ? `one of ${schema["enum"].map(shown).join(", ")}`
      : (TYPE_WORDS[String(schema["type"])] ?? schema["type"]),
    isRequired ? "required" : "may be left empty",
    fallback === undefined ? undefined : `Enter takes ${shown(fallback)}`,
  ];
  return oneLine(`${title} (${notes.filter((note) => note !== undefined).join("; ")})`, 400);
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  boolean: "yes or no",
  integer: "a whole number",
  number: "a number",
  string: "text",
};

/** A value in the form in which people type it. */
function shown(json: Json): string {
  if (typeof json === "boolean") return json ? "yes" : "no";
  return typeof json === "string" ? json : JSON.stringify(json);
}
