import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { MESSAGE_LANGUAGES } from "../../messages/message-language.ts";
import { liaisonMessages } from "./liaison-messages.ts";

const BUTTONS = [
  "button.yes",
  "button.decide",
  "button.accept",
  "button.change",
  "button.reject",
  "button.withdraw",
] as const;

/** Our own labels in all languages, with those of English that every reader knows. */
const LABELS: ReadonlyMap<string, string> = new Map(
  MESSAGE_LANGUAGES.flatMap((language) =>
    BUTTONS.map((name) => {
      const english = liaisonMessages("en").say(name);
      return [bare(liaisonMessages(language).say(name)), english] as const;
    }),
  ),
);
/** Fields with values; anything longer was written and not pressed. */
const MAX_FIELDS = 10_000;
const LINE = /^([^:\n]{1,120}:[ \t]{0,10})(\S[^\n]{0,80})$/gm;

/**
 * The conversation with each button that the person pressed in English: what our own labels mean
 * need not be guessed from their words.
 */
export function withButtonsRead(liaison: Liaison): Liaison {
  const exchanges = liaison.exchanges.map((one) =>
    one.role === "human" ? { ...one, content: readButtons(one.content) } : one,
  );
  return { ...liaison, exchanges };
}

function readButtons(content: string): string {
  const pressed = labelOf(content);
  if (pressed !== undefined) return pressed;
  if (content.length > MAX_FIELDS) return content;
  if (content.trim().startsWith("{")) return readFields(content);
  return content.replaceAll(
    LINE,
    (_, name: string, value: string) => `${name}${labelOf(value) ?? value}`,
  );
}

function readFields(content: string): string {
  let fields: Json;
  try {
    fields = JSON.parse(content) as Json;
  } catch {
    return content;
  }
  if (!isJsonObject(fields)) return content;
  const entries = Object.entries(fields);
  const isPressed = (value: Json | undefined) =>
    typeof value === "string" && labelOf(value) !== undefined;
  if (!entries.some(([, value]) => isPressed(value))) return content;
  const read = entries.map(([name, value]) => [
    name,
    typeof value === "string" ? (labelOf(value) ?? value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(read));
}

function labelOf(text: string): string | undefined {
  return text.length > 80 ? undefined : LABELS.get(bare(text));
}

function bare(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s.!。！]{1,5}$/, "");
}
