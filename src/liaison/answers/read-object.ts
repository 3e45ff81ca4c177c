import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";

/** The fields of a form that came as text, and what they hold as people would write it. */
export function readObject(text: string): ReadonlyMap<string, string> | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return undefined;
  let value: Json;
  try {
    value = JSON.parse(trimmed) as Json;
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  return new Map(Object.entries(value).map(([name, field]) => [name, textOf(field)]));
}

function textOf(value: Json): string {
  if (value === null) return "";
  if (typeof value === "string") return value.trim();
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const items = value.map(textOf).filter((item) => item !== "");
    const last = items.at(-1) ?? "";
    return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
  }
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}
