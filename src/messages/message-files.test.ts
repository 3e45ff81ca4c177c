import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseMessage, validate } from "messageformat";
import { describe, expect, test } from "vitest";
import { MESSAGE_LANGUAGES, SURFACE_LANGUAGES } from "./message-language.ts";

const SRC = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = globSync("**/messages/en.json", { cwd: SRC }).map(dirname).toSorted();

function languagesOf(folder: string): readonly string[] {
  return folder.startsWith("liaison") ? MESSAGE_LANGUAGES : SURFACE_LANGUAGES;
}

function textsOf(folder: string, language: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(SRC, folder, `${language}.json`), "utf8"));
}

/** The names of its values, for each that must be given. */
function placesOf(text: string): readonly string[] {
  return [...validate(parseMessage(text)).variables].toSorted();
}

describe.each(FOLDERS)("in %s", (folder) => {
  const english = textsOf(folder, "en");

  test("the names are in order, and the same in all languages", () => {
    for (const language of languagesOf(folder)) {
      const names = Object.keys(textsOf(folder, language));
      expect(names, language).toEqual(Object.keys(english).toSorted());
    }
  });

  test("a message has the same places in all languages", () => {
    for (const language of languagesOf(folder)) {
      const texts = textsOf(folder, language);
      const places = (from: Readonly<Record<string, string>>) =>
        Object.entries(from).map(([name, text]) => [name, placesOf(text)]);
      expect(places(texts), language).toEqual(places(english));
    }
  });
});
