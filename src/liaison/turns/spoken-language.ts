import type { Liaison } from "../../domain/liaison/liaison.ts";
import { isSpoken } from "../../messages/message-language.ts";
import { languageOf } from "../text/language.ts";

const LATIN = /\p{sc=Latin}/u;

/** Who has not been clear for so long is not searched further. */
const MOST_READ = 12;
/** A few words look like many languages. */
const LONG = 40;

/**
 * The code of the language that the person speaks: that of the newest words which are surely in
 * one. "OK" and a name change no language.
 */
export async function spokenLanguage({ exchanges }: Pick<Liaison, "exchanges">): Promise<string> {
  const said = exchanges.filter(({ role }) => role === "human").toReversed();
  for (const { content } of said.slice(0, MOST_READ)) {
    const { code, isSure } = await languageOf(content);
    if (isSure && (isSpoken(code) || content.length >= LONG)) return code;
  }
  // "Hm", however often, is a word of many languages.
  const words = new Set(said.map(({ content }) => content).toReversed());
  const text = [...words].join("\n");
  return /\S\s+\S/.test(text.trim()) || !LATIN.test(text) ? (await languageOf(text)).code : "en";
}
