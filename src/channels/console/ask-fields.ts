import type { Json, JsonObject } from "../../domain/json.ts";
import type { Question } from "../../domain/question.ts";
import { withoutSigns } from "../../render/signs.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Dialogue, Reply } from "./ask-operator.ts";
import { noticeLine } from "./dialogue.ts";
import type { Typed } from "./line-reader.ts";

/** One property of a form as the operator meets it. */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** What an empty line stands for. */
  readonly fallback: Json | undefined;
}

/** Asks for each property in turn, and for one again until its value fits. */
export async function askFields(
  dialogue: Dialogue,
  question: Question,
  signal: AbortSignal,
): Promise<Reply> {
  const entries: [string, Json][] = [];
  for (const field of fieldsOf(question)) {
    const value = await askField(dialogue, field, signal);
    if (isEnd(value)) return value;
    if (value.json !== undefined) entries.push([field.name, value.json]);
  }
  return { kind: "answer", answer: { fields: Object.fromEntries(entries) } };
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
  reader.print(noticeLine(hint(field)));
  for (;;) {
    const prompt = `[OPERATOR] ${withoutSigns(oneLine(field.name, 40))}: `;
    const typed = await reader.read(prompt, signal);
    if (typed.kind !== "line") return typed;
    const json = typed.text === "" ? field.fallback : jsonOf(typed.text, field.schema["type"]);
    const fault = faultOf(dialogue, field, json);
    if (fault === undefined) return { json };
    reader.print(noticeLine(fault));
  }
}

function faultOf(
  { checkSchema }: Dialogue,
  { name, schema, isRequired }: Field,
  json: Json | undefined,
): string | undefined {
  if (json === undefined) return isRequired ? "This one is required." : undefined;
  const alone = { type: "object", properties: Object.fromEntries([[name, schema]]) };
  const faults = checkSchema(alone, Object.fromEntries([[name, json]]));
  return faults.length === 0 ? undefined : faults.join(" ");
}

function hint({ name, schema, isRequired, fallback }: Field): string {
  const title = typeof schema["title"] === "string" ? schema["title"] : name;
  const notes = [
    typeof schema["description"] === "string" ? schema["description"] : undefined,
    Array.isArray(schema["enum"]) ? `one of ${JSON.stringify(schema["enum"])}` : schema["type"],
    isRequired ? "required" : "may be left empty",
    fallback === undefined ? undefined : `Enter takes ${JSON.stringify(fallback)}`,
  ];
  return oneLine(`${title} (${notes.filter((note) => note !== undefined).join("; ")})`, 400);
}

/** Text for a text field; for the others JSON where it is JSON, else the text, for the check to refuse. */
function jsonOf(text: string, type: Json | undefined): Json {
  if (type === "string" || type === undefined) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
