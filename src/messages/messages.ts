import { MessageFormat } from "messageformat";
import { languageOf } from "./message-language.ts";

/** Messages by name in MessageFormat 2, as a file of one language has them. */
export type MessageFile<Name extends string> = Readonly<Record<Name, string>>;

/** Files by language, English among them. */
export type MessageFiles<Name extends string, Language extends string = string> = Readonly<
  Record<Language | "en", MessageFile<Name>>
>;

export type MessageValues = Readonly<Record<string, string | number>>;

/** What people read, in one language. */
export interface Messages<Name extends string, Language extends string = string> {
  readonly language: Language;
  /** Throws if the message has a place that no value is given for. */
  say(name: Name, values?: MessageValues): string;
  /** `a, b and c`. */
  list(items: readonly string[]): string;
}

/**
 * The messages of a code's language, from one file a language; English where there is no file of it.
 * Each message is read when it is first said.
 */
export function createMessages<Name extends string, Language extends string>(
  files: MessageFiles<Name, Language>,
): (code: string) => Messages<Name, Language> {
  const languages = Object.keys(files) as Language[];
  const made = new Map<Language, Messages<Name, Language>>();
  return (code) => {
    const language = languageOf(code, languages) ?? ("en" as Language);
    const messages = made.get(language) ?? messagesIn(language, files[language]);
    made.set(language, messages);
    return messages;
  };
}

function messagesIn<Name extends string, Language extends string>(
  language: Language,
  file: MessageFile<Name>,
): Messages<Name, Language> {
  const read = new Map<Name, MessageFormat>();
  const lists = new Intl.ListFormat(language, { type: "conjunction" });

  function formatOf(name: Name): MessageFormat {
    const known = read.get(name);
    if (known !== undefined) return known;
    // Marks of direction around each value would stand in answers, searches and digests.
    const format = new MessageFormat(language, file[name], { bidiIsolation: "none" });
    read.set(name, format);
    return format;
  }

  return {
    language,
    say: (name, values = {}) => formatOf(name).format({ ...values }, refuse),
    list: (items) => lists.format(items),
  };
}

function refuse(error: unknown): never {
  throw error;
}
