import type { Json, JsonObject } from "../../domain/json.ts";

const YES = /^(?:y|yes|true|on)$/i;
const NO = /^(?:n|no|false|off)$/i;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The value of a field that a person means who types text. Text for a text field; for the others what
 * people type, or JSON, else the text as it is, for the check to refuse.
 */
export function jsonFromText(text: string, schema: JsonObject): Json {
  const option = optionOf(text, schema["enum"]);
  if (option !== undefined) return option;
  // Digits of any width: who types Japanese types these.
  const plain = text.normalize("NFKC").trim();
  switch (schema["type"]) {
    case "string":
    case undefined:
      return text;
    case "boolean":
      if (YES.test(plain)) return true;
      return NO.test(plain) ? false : text;
    case "integer":
    case "number":
      return numberOf(plain) ?? text;
    default:
      return parsed(text);
  }
}

/** One of the values a field can have, in other case where only one fits. */
function optionOf(text: string, options: Json | undefined): Json | undefined {
  if (!Array.isArray(options) || options.includes(text)) return undefined;
  const wanted = text.trim().toLowerCase();
  const alike = options.filter(
    (option) => typeof option === "string" && option.toLowerCase() === wanted,
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** Undefined for what is no number, or for one that would lose digits. */
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
