import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SURFACE_LANGUAGES } from "../../src/messages/message-language.ts";
import { pseudoArabic } from "./pseudo-arabic.ts";

/** What a language of the page is made from; `ar` is English in Arabic letters, for tests alone. */
const PSEUDO = "ar";

type Texts = Readonly<Record<string, string>>;

/** The messages of a folder, by language and name. */
export function readFolder(
  folder: string,
  languages: readonly string[],
): ReadonlyMap<string, Texts> {
  return new Map(languages.map((language) => [language, textsOf(folder, language)]));
}

function textsOf(folder: string, language: string): Texts {
  if (language !== PSEUDO)
    return JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8"));
  const english = textsOf(folder, "en");
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => [name, pseudoArabic(text)]),
  );
}

/** The folder of messages beside a file or above it. */
export function folderAbove(file: string): string {
  for (let at = dirname(file); at !== dirname(at); at = dirname(at)) {
    const folder = join(at, "messages");
    if (existsSync(join(folder, `${SURFACE_LANGUAGES[0]}.json`))) return folder;
  }
  throw new Error(`There are no messages above ${file}.`);
}
