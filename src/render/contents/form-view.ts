import type { Json, JsonObject } from "../../domain/json.ts";
import { plainWords } from "../../domain/plain-words.ts";
import { present } from "../../domain/present.ts";
import type { FormField, FormView } from "../../ports/channels/channel.ts";
import { formatWords } from "../format-words.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { visibleText } from "../visible-text.ts";

/** Longer text gets several lines. */
const ONE_LINE_CHARS = 120;

/** The name of the field for a free answer beside the form; no property has it. */
export const NOTE_FIELD = "note";

/** One property of a form, if it can be drawn as a field. */
export interface FormProperty {
  readonly property: string;
  readonly schema: JsonObject;
  readonly field: FormField;
  /** The values of its options, in order. */
  readonly choices: readonly Json[];
}

/**
 * A form as channels draw it, in the dialect of `form-dialect.ts`. Undefined if one of its
 * properties cannot be drawn whole, so that part of a form never passes for the whole. `offered` is
 * what the fields hold at first. `valuesToFields` makes the answer.
 */
export function formView(
  schema: JsonObject,
  words: RenderMessages,
  offered: JsonObject = {},
): FormView | undefined {
  const properties = formProperties(schema, offered);
  if (properties === undefined || properties.length === 0) return undefined;
  const { language } = words;
  return {
    title: words.say("question.form"),
    fields: properties.map(({ field, schema: of }) => ({
      ...field,
      ...present({ description: field.description ?? formatWords(of["format"], words) }),
    })),
    ...present({ language: language === "en" ? undefined : language }),
  };
}

export function formProperties(
  schema: JsonObject,
  offered: JsonObject = {},
): readonly FormProperty[] | undefined {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const found: FormProperty[] = [];
  for (const [index, [property, child]] of Object.entries(
    objectOf(schema["properties"]),
  ).entries()) {
    const own = Object.hasOwn(offered, property) ? offered[property] : undefined;
    // The agent's names could have any length, and mean something to a platform.
    const place = { name: `f${index}`, property, isRequired: required.includes(property) };
    const drawn = formProperty(place, objectOf(child), own);
    if (drawn === undefined) return undefined;
    found.push(drawn);
  }
  return found;
}

interface Place {
  readonly name: string;
  readonly property: string;
  readonly isRequired: boolean;
}

function formProperty(
  { name, property, isRequired }: Place,
  schema: JsonObject,
  offered: Json | undefined,
): FormProperty | undefined {
  const kind = kindOf(schema);
  if (kind === undefined) return undefined;
  const choices = choicesOf(kind === "some_of" ? objectOf(schema["items"]) : schema);
  const options = optionLabels(kind === "some_of" ? objectOf(schema["items"]) : schema);
  const isTold = options.every((option) => option.trim() !== "");
  if (!isTold || new Set(options).size < options.length) return undefined;
  const { title, description } = schema;
  const label = typeof title === "string" && title.trim() !== "" ? plainWords(title) : property;
  const given = offered ?? schema["default"];
  const value =
    kind === "one_of" && given !== null
      ? options[choices.indexOf(given as Json)]
      : valueText(kind, given);
  const field: FormField = {
    name,
    label: shown(label),
    kind,
    isRequired,
    ...present({
      description: typeof description === "string" ? shown(plainWords(description)) : undefined,
      options: options.length > 0 ? options : undefined,
      value,
    }),
  };
  return { property, schema, field, choices };
}

function kindOf(schema: JsonObject): FormField["kind"] | undefined {
  if (choicesOf(schema).length > 0) return "one_of";
  switch (schema["type"]) {
    case "boolean":
      return "yes_no";
    case "number":
    case "integer":
      return "number";
    case "string":
      return isLong(schema) ? "lines" : "text";
    case "array":
      return kindOfList(objectOf(schema["items"]));
    default:
      return undefined;
  }
}

function kindOfList(items: JsonObject): FormField["kind"] | undefined {
  if (choicesOf(items).length > 0) return "some_of";
  return ["string", "number", "integer"].includes(String(items["type"])) ? "lines" : undefined;
}

function isLong({ maxLength, format }: JsonObject): boolean {
  if (typeof format === "string") return false;
  return typeof maxLength !== "number" || maxLength > ONE_LINE_CHARS;
}

function choicesOf(schema: JsonObject): readonly Json[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

/** The labels of the options, as `enumNames` or the values say them. */
function optionLabels(schema: JsonObject): readonly string[] {
  const { enumNames } = schema;
  return choicesOf(schema).map((value, index) => {
    const name = Array.isArray(enumNames) ? enumNames[index] : undefined;
    return typeof name === "string" && name.trim() !== ""
      ? shown(plainWords(name))
      : optionText(value);
  });
}

/** The label of an option; if two values had the same one, the form is not drawn. */
function optionText(value: Json): string {
  return shown(typeof value === "string" ? value : JSON.stringify(value));
}

/** A value that cannot be shown exactly is in no field, since it would come back changed. */
function valueText(kind: FormField["kind"], value: Json | undefined): string | undefined {
  if (value === undefined || value === null || kind === "some_of") return undefined;
  const text = textOf(kind, value);
  return text !== undefined && visibleText(text) === text ? text : undefined;
}

function textOf(kind: FormField["kind"], value: Json): string | undefined {
  if (kind === "yes_no") return value === true ? "yes" : value === false ? "no" : undefined;
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  const areTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return areTexts ? value.join("\n") : undefined;
}

function shown(text: string): string {
  return visibleText(text, { keepLines: false });
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}
