import type { MessageEntity } from "../../../src/channels/telegram/bot-api.ts";
import { badRequest } from "./refused-call.ts";

/** A text as Telegram keeps it: with what it has found in it by itself. */
export interface StoredText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

const MOST_UNITS = 4_096;
const MOST_ENTITIES = 100;

/** What clients turn into something to press, where it stands in plain text. */
const FOUND = [
  { type: "mention", pattern: /(?<!\w)@\w{3,32}/g },
  { type: "bot_command", pattern: /(?<![\w/>])\/\w{1,64}(?:@\w{3,32})?/g },
  { type: "hashtag", pattern: /(?<!\w)#\w{1,256}/g },
  { type: "cashtag", pattern: /(?<!\w)\$[A-Z]{1,8}\b/g },
  { type: "email", pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  { type: "url", pattern: /(?:\w+:\/\/\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b\S*)/gi },
  { type: "phone_number", pattern: /\b\d(?:[ -]?\d){12,18}\b/g },
] as const;

/** Checks a text as the Bot API does and finds what it would make of it. */
export function storedText(text: unknown, given: unknown): StoredText {
  if (typeof text !== "string" || text.trim() === "") throw badRequest("message text is empty");
  if (text.length > MOST_UNITS) throw badRequest("message is too long");
  if (!text.isWellFormed()) throw badRequest("strings must be encoded in UTF-8");
  const entities = (Array.isArray(given) ? (given as MessageEntity[]) : []).slice(0, MOST_ENTITIES);
  for (const entity of entities) checkEntity(entity, text);
  for (const [index, entity] of entities.entries()) checkNesting(entity, entities.slice(index + 1));
  return { text, entities: [...entities, ...foundIn(text, entities)] };
}

function checkEntity({ offset, length }: MessageEntity, text: string): void {
  const isWithin =
    Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length > 0;
  const covered = text.slice(offset, offset + length);
  if (!isWithin || covered.length !== length || !covered.isWellFormed()) {
    throw badRequest("can't parse entities: an entity is not within the text");
  }
}

function checkNesting(one: MessageEntity, others: readonly MessageEntity[]): void {
  for (const other of others) {
    if (overlaps(one, other) && (isFixed(one) || isFixed(other))) {
      throw badRequest("can't parse entities: a fixed text can contain no other entity");
    }
  }
}

function foundIn(text: string, given: readonly MessageEntity[]): MessageEntity[] {
  const closed = given.filter((entity) => isFixed(entity) || entity.type === "text_link");
  return FOUND.flatMap(({ type, pattern }) =>
    [...text.matchAll(pattern)]
      .map(({ index, 0: { length } }) => ({ type, offset: index, length }))
      .filter((found) => !closed.some((entity) => overlaps(entity, found))),
  );
}

function isFixed({ type }: MessageEntity): boolean {
  return type === "pre" || type === "code";
}

interface Span {
  readonly offset: number;
  readonly length: number;
}

function overlaps(one: Span, other: Span): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}

/** The text as HTML, with every entity a tag; what nobody marked up is escaped. */
export function asHtml({ text, entities }: StoredText): string {
  const opened = (at: number) => entities.filter(({ offset }) => offset === at);
  const closed = (at: number) => entities.filter(({ offset, length }) => offset + length === at);
  let html = "";
  for (let at = 0; at <= text.length; at += 1) {
    html += closed(at)
      .map(({ type }) => `</${type}>`)
      .join("");
    html += opened(at).map(tagOf).join("");
    html += escaped(text.charAt(at));
  }
  return html;
}

function tagOf(entity: MessageEntity): string {
  return entity.type === "text_link" ? `<text_link href="${entity.url}">` : `<${entity.type}>`;
}

function escaped(char: string): string {
  return char === "<" ? "&lt;" : char === "&" ? "&amp;" : char;
}
