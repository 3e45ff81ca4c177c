import { MESSAGE_LANGUAGES, type MessageLanguage } from "../../messages/message-language.ts";
import titles from "./kind-titles.json" with { type: "json" };

const TITLES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(titles).map(([name, inAll]) => [name, inAll.split("|")]),
);

/** How a kind of task is called in a language. */
export function kindTitle(name: string, language: MessageLanguage): string | undefined {
  return TITLES.get(name)?.[MESSAGE_LANGUAGES.indexOf(language)];
}
