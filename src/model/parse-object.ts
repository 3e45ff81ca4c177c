import type { JsonObject } from "../domain/json.ts";

/** The JSON object in a model's answer, even inside words or a code fence. */
export function parseObject(text: string): JsonObject | undefined {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  if (from === -1 || to < from) return undefined;
  return tryParse(text.trim()) ?? tryParse(text.slice(from, to + 1));
}

function tryParse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
