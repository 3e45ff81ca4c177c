import type { Paint } from "../../render/word-lines.ts";
import { type Reader, type ReaderOptions, readerOf } from "../../render/words/reader.ts";
import { type ConsoleMessages, wordsIn } from "./messages/messages.ts";

/** How a terminal speaks to the person at it. */
export interface Voice extends Reader {
  /** What it says itself; what requests are is in `words`. */
  readonly own: ConsoleMessages;
  /** How it shows the styles of words, if it shows any. */
  readonly paint?: Paint;
}

export function voiceOf(options: ReaderOptions): Voice {
  return { ...readerOf(options), own: wordsIn(options.language) };
}

/** For programs, with moments as they are stored. */
export const ENGLISH: Voice = { ...voiceOf({ language: "en" }), moment: (at) => at };
