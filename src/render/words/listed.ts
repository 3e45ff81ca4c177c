import type { RenderMessages } from "../messages/messages.ts";

/** `a, b and c`. */
export function andWords(items: readonly string[], words: RenderMessages): string {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  return words.say("list.and", { first: commaWords(items.slice(0, -1), words), last });
}

export function commaWords(items: readonly string[], words: RenderMessages): string {
  return items.reduce((first, last) => words.say("list.comma", { first, last }));
}

/** `a or b or c`. */
export function orWords(items: readonly string[], words: RenderMessages): string {
  if (items.length === 0) return "";
  return items.reduce((first, last) => words.say("list.or", { first, last }));
}
