import type { Json, JsonObject } from "../../domain/json.ts";
import { type FormProperty, formProperties } from "./form-view.ts";

const YES = /^(?:yes|true|on|1)$/i;
const NO = /^(?:no|false|off|0)$/i;

/**
 * What was entered in the fields of `formView(schema)`, by field name, as the answer's fields.
 * Empty fields are left out. A value that does not fit its property stays as entered, so that the
 * check of the answer refuses it. Anything that belongs to no field is dropped.
 */
export function valuesToFields(schema: JsonObject, values: JsonObject): JsonObject {
  const entries: [string, Json][] = [];
  for (const one of formProperties(schema) ?? []) {
    const { name } = one.field;
    const entered = Object.hasOwn(values, name) ? values[name] : undefined;
    const value = entered === undefined ? undefined : enteredAs(one, entered);
    if (value !== undefined) entries.push([one.property, value]);
  }
  return Object.fromEntries(entries);
}

function enteredAs(one: FormProperty, entered: Json): Json | undefined {
  const { field, schema } = one;
  if (entered === "" || entered === null) return undefined;
  switch (field.kind) {
    case "text":
      return entered;
    case "number":
      return numberOf(entered);
    case "yes_no":
      return yesOrNo(entered);
    case "one_of":
      return chosen(one, entered);
    case "some_of":
      return someOf(one, entered);
    case "lines":
      return schema["type"] === "array" ? linesOf(one, entered) : entered;
  }
}

function numberOf(entered: Json): Json {
  if (typeof entered !== "string" || entered.trim() === "") return entered;
  const value = Number(entered.trim());
  return Number.isFinite(value) ? value : entered;
}

function yesOrNo(entered: Json): Json {
  if (typeof entered !== "string") return entered;
  if (YES.test(entered.trim())) return true;
  return NO.test(entered.trim()) ? false : entered;
}

function chosen({ choices, field: { options = [] } }: FormProperty, entered: Json): Json {
  const index = typeof entered === "string" ? options.indexOf(entered) : -1;
  return choices[index] ?? (index < 0 ? entered : null);
}

function someOf(one: FormProperty, entered: Json): Json | undefined {
  const given = Array.isArray(entered) ? entered : [entered];
  if (given.length === 0 && !one.field.isRequired) return undefined;
  return given.map((value: Json) => chosen(one, value));
}

function linesOf({ schema }: FormProperty, entered: Json): Json {
  if (typeof entered !== "string") return entered;
  const rows = entered.split(/\r?\n/).filter((row) => row.trim() !== "");
  const { items } = schema;
  const isOfTexts =
    typeof items === "object" &&
    items !== null &&
    !Array.isArray(items) &&
    (items as JsonObject)["type"] === "string";
  return isOfTexts ? rows : rows.map(numberOf);
}
