import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { importanceWord } from "../../domain/liaison/task-specification.ts";
import { shownJson } from "../../render/shown-json.ts";
import { visibleText } from "../../render/visible-text.ts";

/** What was or is there: of a requirement its words and how much it matters, else the value. */
export function changedText(value: Json): string {
  if (typeof value === "string") return visibleText(value);
  if (!isJsonObject(value)) return shownJson(value);
  const { description, importance } = value;
  if (typeof description !== "string") return shownJson(value);
  const rank = typeof importance === "number" ? ` (${importanceWord(importance)})` : "";
  return `${visibleText(description)}${rank}`;
}
