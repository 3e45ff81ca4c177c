import { type MessageLanguage, messageLanguage } from "../../messages/message-language.ts";
import type { SlotKind } from "../cases/slot-kind.ts";

/** Questions of the library in another language; English is the library's own. */
export interface QuestionTexts {
  /** How a detail of a kind is called and asked for, if nothing finer fits. */
  readonly kinds: Readonly<Record<SlotKind, { readonly name: string; readonly question: string }>>;
  /** By the names that `topics.json` gives to topics. */
  readonly topics: Readonly<Record<string, string>>;
  /** By the library's own. */
  readonly options: Readonly<Record<string, string>>;
}

type File = Promise<{ readonly default: QuestionTexts }>;

const FILES: Readonly<Record<Exclude<MessageLanguage, "en">, () => File>> = {
  de: () => import("./questions/de.json", { with: { type: "json" } }),
  es: () => import("./questions/es.json", { with: { type: "json" } }),
  fr: () => import("./questions/fr.json", { with: { type: "json" } }),
  it: () => import("./questions/it.json", { with: { type: "json" } }),
  pt: () => import("./questions/pt.json", { with: { type: "json" } }),
  nl: () => import("./questions/nl.json", { with: { type: "json" } }),
  pl: () => import("./questions/pl.json", { with: { type: "json" } }),
  ja: () => import("./questions/ja.json", { with: { type: "json" } }),
  zh: () => import("./questions/zh.json", { with: { type: "json" } }),
};

/** Loaded with the first conversation in the language; undefined for English. */
export async function questionTexts(code: string): Promise<QuestionTexts | undefined> {
  const language = messageLanguage(code);
  return language === "en" ? undefined : (await FILES[language]()).default;
}
