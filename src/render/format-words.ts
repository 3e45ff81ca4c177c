import type { RenderMessages } from "./messages/messages.ts";

const FORMATS = ["date", "time", "date-time", "duration", "email", "uri", "uuid"] as const;

/** How a format is written, for who fills it in; undefined if it needs no words. */
export function formatWords(format: unknown, words: RenderMessages): string | undefined {
  const known = FORMATS.find((one) => one === format);
  return known === undefined ? undefined : words.say(`format.${known}`);
}
