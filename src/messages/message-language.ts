/** The languages that the liaison talks, by ISO 639-1. */
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

/** The languages of what people read elsewhere: the page, posts, mails, the terminal. */
export const SURFACE_LANGUAGES = ["en", "de", "es", "fr", "ja"] as const;

/** The language of a code such as `pt` or `pt-BR`; English if there are no messages in it. */
export function messageLanguage(code: string): MessageLanguage {
  return languageOf(code, MESSAGE_LANGUAGES) ?? "en";
}

export function isSpoken(code: string): boolean {
  return languageOf(code, MESSAGE_LANGUAGES) !== undefined;
}

/** That of a code such as `pt-BR`, if it is one of these. */
export function languageOf<Language extends string>(
  code: string,
  languages: readonly Language[],
): Language | undefined {
  const [bare = ""] = code.toLowerCase().split("-", 1);
  return languages.find((one) => one === bare);
}
