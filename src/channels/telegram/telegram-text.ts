import type { MessageEntity } from "./bot-api.ts";

/** A text with its Bot API entities. Offsets count UTF-16 units, as Telegram does. */
export interface TelegramText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

/** Longest text of one message, in UTF-16 units. */
export const MOST_UNITS = 4_096;
/** Telegram drops further entities, and what they covered would turn into links. */
const MOST_ENTITIES = 100;

const MORE = "…";

export function plainText(text: string): TelegramText {
  return { text, entities: [] };
}

export function joined(parts: readonly TelegramText[], separator = ""): TelegramText {
  let text = "";
  const entities: MessageEntity[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += separator;
    const start = text.length;
    for (const entity of part.entities) {
      entities.push({ ...entity, offset: entity.offset + start });
    }
    text += part.text;
  }
  return { text, entities };
}

/** Whether Telegram shows all of it. */
export function isWithin({ text, entities }: TelegramText, units: number): boolean {
  return text.length <= units && entities.length <= MOST_ENTITIES;
}

/** As much as fits, ended by a sign that there is more. */
export function cutTo(whole: TelegramText, units: number): TelegramText {
  if (isWithin(whole, units)) return whole;
  const { text, entities } = whole;
  const uncovered = entities[MOST_ENTITIES]?.offset ?? text.length;
  const end = wholeCharacters(text, Math.min(units - MORE.length, uncovered));
  if (end < 0) return plainText("");
  const kept = entities
    .filter(({ offset }) => offset < end)
    .map((entity) => ({ ...entity, length: Math.min(entity.length, end - entity.offset) }));
  return { text: `${text.slice(0, end)}${MORE}`, entities: kept };
}

/** The nearest end before it that does not split a character. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
