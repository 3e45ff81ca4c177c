import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { Voice } from "./voice.ts";
import { isNo, isYes } from "./yes-no.ts";

const TRUE = /^(?:true|on)$/i;
const FALSE = /^(?:false|off)$/i;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The value that typed text means for a field. A text field takes it as it is. For other fields it
 * is parsed as people type it or as JSON; otherwise it stays text, which the check then refuses.
 */
export function jsonFromText(text: string, schema: JsonObject, own: Voice["own"]): Json {
  const option = optionOf(text, schema);
  if (option !== undefined) return option;
  // Accepts digits of any width, since Japanese input methods type full-width ones.
  const plain = text.normalize("NFKC").trim();
  switch (schema["type"]) {
    case "string":
      return text;
    case undefined:
      return schema["format"] === "json" ? parsed(text) : text;
    case "array":
      return listFrom(text, schema["items"], own);
    case "boolean":
      if (TRUE.test(plain) || isYes(plain, own)) return true;
      return FALSE.test(plain) || isNo(plain, own) ? false : text;
    case "integer":
    case "number":
      return numberOf(plain) ?? text;
    default:
      return parsed(text);
  }
}

/** Finds one of a field's values by itself or its label, ignoring case if only one matches. */
function optionOf(text: string, { enum: options, enumNames }: JsonObject): Json | undefined {
  if (!Array.isArray(options) || options.includes(text)) return undefined;
  const names: readonly Json[] = Array.isArray(enumNames) ? enumNames : [];
  const wanted = text.trim().toLowerCase();
  const alike = options.filter((option, index) =>
    [option, names[index]].some((name) =>
      typeof name === "string"
        ? name.toLowerCase() === wanted
        : name !== undefined && JSON.stringify(name) === wanted,
    ),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** A list as JSON, or with commas between its items. */
function listFrom(text: string, items: Json | undefined, own: Voice["own"]): Json {
  if (!isJsonObject(items) || text.trim().startsWith("[")) return parsed(text);
  const parts = text.split(/[,，、]/).map((part) => part.trim());
  return parts.filter((part) => part !== "").map((part) => jsonFromText(part, items, own));
}

/** Undefined for text that is not a number, or that would lose digits as one. */
function numberOf(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  const isExact =
    Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact ? value : undefined;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
