import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { WordsPlace } from "./words.ts";

export interface EraseMatterInput {
  /** Everything that names it goes: three characters or more, in upper or lower case. */
  readonly about?: string;
  /** The name of an operator who was removed: what they said goes, and their name wherever it stands. */
  readonly person?: string;
  /** Takes what it finds; where absent it is only looked. */
  readonly take?: boolean;
  /** What is open still is closed first: requests, sessions, permissions, conversations. */
  readonly close?: boolean;
  /** `next` of the call before. */
  readonly after?: string;
}

/**
 * - `due` – it would be taken;
 * - `erased` – it was taken;
 * - `open` – somebody may still need it: it is only taken once it is closed;
 * - `stays` – this does not take it; `why` says what does.
 */
export const WORDS_STATES = ["due", "erased", "open", "stays"] as const;
export type WordsState = (typeof WORDS_STATES)[number];

/** One place in which the matter is named. */
export interface FoundWords {
  readonly place: WordsPlace;
  /** Of the row; never its words. */
  readonly id: string;
  readonly state: WordsState;
  readonly why?: string;
  /** Where copies of it stand on platforms, which only people can delete there. */
  readonly posts?: readonly PostedCopy[];
}

export interface PostedCopy {
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly messageId: string;
}

export interface ErasedMatter {
  readonly found: readonly FoundWords[];
  /** Where the next call goes on; absent at the end. */
  readonly next?: string;
  /** At the end of a call that takes: what no call reaches, and until when it is there. */
  readonly left?: readonly string[];
}
