import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { WordsPlace } from "./words.ts";

export interface EraseMatterInput {
  /** Everything that contains this is erased: three characters or more, in upper or lower case. */
  readonly about?: string;
  /** The name of a removed operator: everything they said is erased, and their name everywhere. */
  readonly person?: string;
  /** Erases what it finds; if absent, it only looks. */
  readonly take?: boolean;
  /** First closes what is still open: requests, sessions, permissions, conversations. */
  readonly close?: boolean;
  /** The `next` of the previous call. */
  readonly after?: string;
}

/**
 * - `due` – it would be erased;
 * - `erased` – it was erased;
 * - `open` – somebody may still need it: it is erased only after it is closed;
 * - `stays` – this call does not erase it; `why` says what does.
 */
export const WORDS_STATES = ["due", "erased", "open", "stays"] as const;
export type WordsState = (typeof WORDS_STATES)[number];

/** One place that names the matter. */
export interface FoundWords {
  readonly place: WordsPlace;
  /** The id of the row; never its words. */
  readonly id: string;
  readonly state: WordsState;
  readonly why?: string;
  /** Copies on platforms, which only people can delete there. */
  readonly posts?: readonly PostedCopy[];
}

export interface PostedCopy {
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly messageId: string;
}

export interface ErasedMatter {
  readonly found: readonly FoundWords[];
  /** Where the next call continues; absent at the end. */
  readonly next?: string;
  /** At the end of an erasure: what no call can erase, and how long it will exist. */
  readonly left?: readonly string[];
}
