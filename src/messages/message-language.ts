/** The languages that there are messages in, by ISO 639-1. */
export const MESSAGE_LANGUAGES = [
  "en",
  "de",
  "es",
  "fr",
  "it",
  "pt",
  "nl",
  "pl",
  "ja",
  "zh",
] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

/** The language of a code such as `pt` or `pt-BR`; English if there are no messages in it. */
export function messageLanguage(code: string): MessageLanguage {
  return known(code) ?? "en";
}

export function isSpoken(code: string): boolean {
  return known(code) !== undefined;
}

function known(code: string): MessageLanguage | undefined {
  const [bare = ""] = code.toLowerCase().split("-", 1);
  return MESSAGE_LANGUAGES.find((one) => one === bare);
}
