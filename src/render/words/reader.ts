import type { Timestamp } from "../../domain/timestamp.ts";
import { type RenderMessages, wordsIn } from "../messages/messages.ts";

/** Whom a text is for. */
export interface Reader {
  readonly words: RenderMessages;
  /** Of numbers and money; that of the machine if absent. */
  readonly locale?: string | undefined;
  /** A moment as they read it. */
  moment(at: Timestamp): string;
}

export interface ReaderOptions {
  /** A tag such as `de` or `de-AT`. */
  readonly language: string;
  /** That of the machine if absent, and then it is not named. */
  readonly timeZone?: string | undefined;
}

/** Months by name and the hours of a day, since in bare English nobody knows whose order it is. */
const DATES: Readonly<Record<string, string>> = { en: "en-GB" };

export function readerOf({ language, timeZone }: ReaderOptions): Reader {
  const words = wordsIn(language);
  // Nobody reads dates of a language between words of another.
  const locale = language.startsWith(words.language) ? language : words.language;
  let format: Intl.DateTimeFormat | undefined;
  return {
    words,
    locale,
    moment(at) {
      format ??= new Intl.DateTimeFormat(DATES[locale] ?? locale, {
        year: "numeric",
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZone,
        ...(timeZone !== undefined && { timeZoneName: "short" }),
      });
      return format.format(new Date(at));
    },
  };
}
